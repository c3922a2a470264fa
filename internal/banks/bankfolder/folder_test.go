package bankfolder_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/bankfile"
	"github.com/agmem/agmem/internal/banks/bankfolder"
	"github.com/agmem/agmem/internal/filelock"
)

const sound = `{"_meta":{"version":1,"updated_at":"2027-01-01T00:00:00Z"},"entries":{"k":{"value":1,"updated_at":"2027-01-01T00:00:00Z"}}}`

func now() time.Time { return time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC) }

func newFolder(t testing.TB, compress bool) *bankfolder.Folder {
	t.Helper()
	return bankfolder.New(filepath.Join(t.TempDir(), "deep", "memory"), banks.UserScope, bankfolder.Options{
		Now:      now,
		Compress: func() (bool, error) { return compress, nil },
	})
}

func put(t testing.TB, f *bankfolder.Folder, bank, key, value string) {
	t.Helper()
	if err := tryPut(t, f, bank, key, value); err != nil {
		t.Fatal(err)
	}
}

func tryPut(t testing.TB, f *bankfolder.Folder, bank, key, value string) error {
	t.Helper()
	return f.Change(t.Context(), bank, true, func(b *bankfile.Bank, _ bool) error {
		b.Put(banks.Entry{Key: key, Value: []byte(value), CreatedAt: now(), UpdatedAt: now()})
		return nil
	})
}

func get(t testing.TB, f *bankfolder.Folder, bank, key string) string {
	t.Helper()
	b, err := f.Load(t.Context(), bank)
	if err != nil {
		t.Fatal(err)
	}
	e, _ := b.Entry(key)
	return string(e.Value)
}

// place writes a file into the folder, as others do.
func place(t testing.TB, f *bankfolder.Folder, name, text string) string {
	t.Helper()
	path := filepath.Join(f.Path(), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func zipped(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, text)
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func code(err error) banks.Code {
	if err == nil {
		return ""
	}
	return banks.Describe(err).Code
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func TestNames(t *testing.T) {
	f := newFolder(t, false)
	if names, err := f.Names(t.Context()); err != nil || len(names) > 0 {
		t.Errorf("a folder that does not exist has %v, %v", names, err)
	}
	for _, file := range []string{"b.json", "a.json.gz", "a.json", "b.json.lock", ".b.json.1.tmp", "b.json.corrupt-1", "notes.txt", "UPPER.json", "_meta.json", "_index.json.gz"} {
		place(t, f, file, sound)
	}
	names, err := f.Names(t.Context())
	if err != nil || !slices.Equal(names, []string{"a", "b"}) {
		t.Errorf("Names are %v, %v", names, err)
	}
	misnamed, err := f.Misnamed(t.Context())
	if err != nil || !slices.Equal(misnamed, []string{"UPPER.json"}) {
		t.Errorf("misnamed are %v, %v", misnamed, err)
	}
}

func TestChangeWritesPrivateFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no permission bits; private files are not tested here")
	}
	f := newFolder(t, false)
	put(t, f, "bank", "k", "1")
	for name, want := range map[string]os.FileMode{"": 0o700, "bank.json": 0o600, "bank.json.lock": 0o600} {
		info, err := os.Stat(filepath.Join(f.Path(), name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%q: %v %v, want %o", name, info.Mode(), err, want)
		}
	}
}

func TestRefusedChangeLeavesNothing(t *testing.T) {
	f := newFolder(t, false)
	err := f.Change(t.Context(), "bank", false, func(*bankfile.Bank, bool) error { return nil })
	if code(err) != banks.BankNotFound || exists(f.Path()) {
		t.Errorf("a change of a missing bank: %v; folder made: %v", err, exists(f.Path()))
	}
	put(t, f, "bank", "k", "1")
	before, _ := os.ReadFile(filepath.Join(f.Path(), "bank.json"))
	stop := errors.New("stop")
	err = f.Change(t.Context(), "bank", true, func(b *bankfile.Bank, _ bool) error {
		b.Delete("k")
		return stop
	})
	after, _ := os.ReadFile(filepath.Join(f.Path(), "bank.json"))
	if !errors.Is(err, stop) && !strings.Contains(err.Error(), "stop") || !bytes.Equal(before, after) {
		t.Errorf("an error of the change: %v; the bank changed: %v", err, !bytes.Equal(before, after))
	}
}

func TestCompression(t *testing.T) {
	large := `"` + strings.Repeat("a long text ", 100_000) + `"`
	f := newFolder(t, true)
	plain, gz := filepath.Join(f.Path(), "bank.json"), filepath.Join(f.Path(), "bank.json.gz")
	put(t, f, "bank", "small", "1")
	if !exists(plain) || exists(gz) {
		t.Error("a small bank is compressed")
	}
	put(t, f, "bank", "large", large)
	if exists(plain) || !exists(gz) {
		t.Error("a large bank is not compressed, or is there twice")
	}
	if get(t, f, "bank", "small") != "1" || get(t, f, "bank", "large") != large {
		t.Error("a compressed bank is read wrongly")
	}
	put(t, f, "bank", "large", "2")
	if !exists(plain) || exists(gz) || get(t, f, "bank", "large") != "2" {
		t.Error("a bank that became small is still compressed, or is there twice")
	}
	never := bankfolder.New(f.Path(), banks.UserScope, bankfolder.Options{Now: now})
	put(t, f, "bank", "large", large)
	put(t, never, "bank", "more", "3")
	if !exists(plain) || exists(gz) || get(t, never, "bank", "large") != large {
		t.Error("without compression a compressed bank stays so, or is lost")
	}
}

func TestTheLaterOfTwoFormsIsTheBank(t *testing.T) {
	later := strings.Replace(strings.Replace(sound, "2027-01-01", "2027-01-02", 1), `"value":1`, `"value":2`, 1)
	f := newFolder(t, false)
	for _, c := range []struct{ plain, gz string }{{sound, later}, {later, sound}} {
		place(t, f, "bank.json", c.plain)
		place(t, f, "bank.json.gz", zipped(t, c.gz))
		if got := get(t, f, "bank", "k"); got != "2" {
			t.Errorf("the bank has %s", got)
		}
		report, err := f.Repair(t.Context(), "bank", false)
		if err != nil || report.Status != banks.RepairDone || get(t, f, "bank", "k") != "2" {
			t.Errorf("repair: %+v %v", report, err)
		}
		if exists(filepath.Join(f.Path(), "bank.json")) == exists(filepath.Join(f.Path(), "bank.json.gz")) {
			t.Error("repair left two forms, or none")
		}
	}
	put(t, f, "bank", "n", "1")
	if names, _ := f.Names(t.Context()); len(names) != 1 {
		t.Errorf("Names are %v", names)
	}
}

func TestWhatIsNoBankIsLeftAlone(t *testing.T) {
	f := newFolder(t, false)
	for name, make := range map[string]func(path string) error{
		"a folder":      func(path string) error { return os.Mkdir(path, 0o700) },
		"garbage":       func(path string) error { return os.WriteFile(path, []byte("\x00garbage"), 0o600) },
		"an empty file": func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"a newer version": func(path string) error {
			return os.WriteFile(path, []byte(`{"_meta":{"version":2},"entries":{}}`), 0o600)
		},
		"a circle of links": func(path string) error { return os.Symlink(filepath.Base(path), path) },
		"a huge file":       func(path string) error { return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 1<<30)) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(f.Path(), "bank.json")
			if err := errors.Join(os.MkdirAll(f.Path(), 0o700), os.RemoveAll(path), make(path)); err != nil {
				t.Skipf("cannot make %s: %v", name, err)
			}
			before, _ := os.Lstat(path)
			_, loadErr := f.Load(t.Context(), "bank")
			writeErr := tryPut(t, f, "bank", "k", "1")
			for _, err := range []error{loadErr, writeErr} {
				if c := code(err); c != banks.BankCorrupt && c != banks.IOError && c != banks.BankTooLarge {
					t.Errorf("the error is %v", err)
				}
			}
			after, err := os.Lstat(path)
			if err != nil || !after.ModTime().Equal(before.ModTime()) || after.Mode() != before.Mode() {
				t.Errorf("it was touched: %v", err)
			}
		})
	}
}

func TestAPipeIsNotWaitedFor(t *testing.T) {
	f := newFolder(t, false)
	place(t, f, "x", "")
	if err := mkfifo(filepath.Join(f.Path(), "bank.json")); err != nil {
		t.Skipf("there are no pipes in folders here (%v): a pipe in the place of a bank is not tested", err)
	}
	if _, err := f.Load(t.Context(), "bank"); code(err) != banks.IOError {
		t.Errorf("Load of a pipe: %v", err)
	}
}

func TestALinkStaysAndItsTargetIsWritten(t *testing.T) {
	f := newFolder(t, true)
	target := filepath.Join(f.Path(), "elsewhere", "real.json")
	link := filepath.Join(f.Path(), "bank.json")
	for _, dir := range []string{filepath.Dir(link), filepath.Dir(target)} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skipf("no symbolic links here (%v): they are not tested", err)
	}
	put(t, f, "bank", "k", "1") // the link dangles still
	put(t, f, "bank", "large", `"`+strings.Repeat("x", 1_000_000)+`"`)
	put(t, f, "bank", "large2", `"`+strings.Repeat("x", 1_000_000)+`"`)
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
	if !exists(target) || exists(filepath.Join(f.Path(), "bank.json.gz")) || get(t, f, "bank", "k") != "1" {
		t.Error("the target was not written, or a compressed bank beside the link")
	}
	if err := f.Remove(t.Context(), "bank"); err != nil || exists(link) || !exists(target) {
		t.Errorf("Remove: %v; link there: %v, target there: %v", err, exists(link), exists(target))
	}
}

// Two links to one file are one bank: writers by both ways lose nothing.
func TestTwoLinksAreOneBank(t *testing.T) {
	f := newFolder(t, false)
	put(t, f, "bank", "k", "0")
	if err := os.Symlink(filepath.Join(f.Path(), "bank.json"), filepath.Join(f.Path(), "other.json")); err != nil {
		t.Skipf("no symbolic links here (%v): they are not tested", err)
	}
	var wait sync.WaitGroup
	for w, bank := range []string{"bank", "other", "bank", "other"} {
		wait.Go(func() {
			for i := range 25 {
				put(t, f, bank, fmt.Sprint(w, "-", i), "1")
			}
		})
	}
	wait.Wait()
	bank, err := f.Load(t.Context(), "bank")
	if err != nil || bank.Len() != 101 {
		t.Errorf("%d keys, %v; want 101", bank.Len(), err)
	}
}

func TestConflict(t *testing.T) {
	t.Parallel() // it waits for ten seconds
	f := newFolder(t, false)
	put(t, f, "bank", "k", "1")
	unlock, err := filelock.Lock(t.Context(), filepath.Join(f.Path(), "bank.json.lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unlock() }()
	if got := get(t, f, "bank", "k"); got != "1" {
		t.Errorf("a reader sees %s while a writer writes", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Change(ctx, "bank", true, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that gives up while it waits: %v", err)
	}
	if err := tryPut(t, f, "bank", "k", "2"); code(err) != banks.Conflict {
		t.Errorf("a bank that is held: %v", err)
	}
}

func TestLimits(t *testing.T) {
	f := newFolder(t, false)
	fill := func(entries int, value string) error {
		return f.Change(t.Context(), "bank", true, func(b *bankfile.Bank, _ bool) error {
			for i := range entries {
				b.Put(banks.Entry{Key: fmt.Sprint("key", i), Value: []byte(value), CreatedAt: now(), UpdatedAt: now()})
			}
			return nil
		})
	}
	if err := fill(banks.MaxKeys+1, "1"); code(err) != banks.TooManyKeys {
		t.Errorf("a key too many: %v", err)
	}
	if err := fill(banks.MaxKeys, "1"); err != nil {
		t.Errorf("as many keys as may be: %v", err)
	}
	if err := fill(11, `"`+strings.Repeat("x", 1<<20-2)+`"`); code(err) != banks.BankTooLarge {
		t.Errorf("too large a bank: %v", err)
	}
	if err := f.Remove(t.Context(), "bank"); err != nil {
		t.Fatal(err)
	}
	place(t, f, "bank.json", `{"_meta":{},"entries":{"a":{"value":"`+strings.Repeat("x", 11<<20)+`"},"b":{"value":1}}}`)
	if err := tryPut(t, f, "bank", "c", "1"); code(err) != banks.BankTooLarge {
		t.Errorf("a bank that is too large grows: %v", err)
	}
	err := f.Change(t.Context(), "bank", false, func(b *bankfile.Bank, _ bool) error {
		b.Delete("b")
		return nil
	})
	if err != nil {
		t.Errorf("a bank that is too large cannot be made smaller: %v", err)
	}
}

func TestRepair(t *testing.T) {
	f := newFolder(t, false)
	damaged := strings.Replace(sound, `{"k"`, `{"bad":{"value":tru},"k"`, 1)
	path := place(t, f, "bank.json", damaged)
	stale := place(t, f, ".bank.json.123.tmp", "half")
	longAgo := time.Now().Add(-time.Hour)
	if err := os.Chtimes(stale, longAgo, longAgo); err != nil {
		t.Fatal(err)
	}
	report, err := f.Repair(t.Context(), "bank", true)
	if err != nil || report.Status != banks.RepairDamaged || len(report.Problems) != 2 {
		t.Errorf("check: %+v %v", report, err)
	}
	if text, _ := os.ReadFile(path); string(text) != damaged || !exists(stale) {
		t.Error("a check changed something")
	}
	report, err = f.Repair(t.Context(), "bank", false)
	if err != nil || report.Status != banks.RepairDone || report.Salvaged != 1 {
		t.Errorf("repair: %+v %v", report, err)
	}
	if want := path + ".corrupt-20270115T100000Z"; report.KeptAs != want {
		t.Errorf("it is kept as %s, want %s", report.KeptAs, want)
	}
	if text, err := os.ReadFile(report.KeptAs); err != nil || string(text) != damaged {
		t.Errorf("what was kept differs: %v", err)
	}
	if get(t, f, "bank", "k") != "1" || exists(stale) {
		t.Error("the entry was not saved, or the temporary file stays")
	}
	if report, err = f.Repair(t.Context(), "bank", false); err != nil || report.Status != banks.RepairOK {
		t.Errorf("a second repair: %+v %v", report, err)
	}
}

func TestRepairOfACutCompressedBank(t *testing.T) {
	f := newFolder(t, false)
	source := newFolder(t, false)
	for i := range 200 {
		put(t, source, "bank", fmt.Sprint("key", i), fmt.Sprintf(`"%x"`, rand.New(rand.NewPCG(uint64(i), 1)).Uint64()))
	}
	text, err := os.ReadFile(filepath.Join(source.Path(), "bank.json"))
	if err != nil {
		t.Fatal(err)
	}
	gz := zipped(t, string(text))
	place(t, f, "bank.json.gz", gz[:len(gz)/2])
	if _, err := f.Load(t.Context(), "bank"); code(err) != banks.BankCorrupt {
		t.Errorf("Load: %v", err)
	}
	report, err := f.Repair(t.Context(), "bank", false)
	if err != nil || report.Salvaged < 20 {
		t.Errorf("repair: %+v %v", report, err)
	}
}

// A damaged form does not take the sound one with it, and what only it has is
// saved.
func TestRepairUnitesBothForms(t *testing.T) {
	f := newFolder(t, false)
	place(t, f, "bank.json", sound)
	other := strings.Replace(sound, `"k"`, `"only":{"value":3,"updated_at":"2027-01-01T00:00:00Z"},"k"`, 1)
	place(t, f, "bank.json.gz", zipped(t, other+"garbage"))
	if _, err := f.Load(t.Context(), "bank"); code(err) != banks.BankCorrupt {
		t.Errorf("Load: %v", err)
	}
	if report, err := f.Repair(t.Context(), "bank", false); err != nil || report.KeptAs == "" {
		t.Errorf("repair: %+v %v", report, err)
	}
	if get(t, f, "bank", "k") != "1" || get(t, f, "bank", "only") != "3" {
		t.Error("an entry is lost")
	}
}
