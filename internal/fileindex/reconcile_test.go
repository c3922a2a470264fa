package fileindex_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/fileindex"
	"github.com/agmem/agmem/internal/testsize"
)

// vandal edits the files of a folder in every way that might escape an index.
type vandal struct {
	t      *testing.T
	f      *folder
	random *rand.Rand
}

func (v *vandal) name() string { return fmt.Sprintf("file%02d", v.random.IntN(24)) }

func (v *vandal) path(name string) string { return filepath.Join(v.f.path, name) }

// existing returns the name of a file that is there, made if need be.
func (v *vandal) existing() string {
	for range 50 {
		name := v.name()
		if _, err := os.Stat(v.path(name)); err == nil {
			return name
		}
	}
	v.f.write(v.t, "file00", v.text())
	return "file00"
}

// text returns lines of three words each, all of one length.
func (v *vandal) text() string {
	var b strings.Builder
	for i := range v.random.IntN(6) {
		fmt.Fprintf(&b, "key%d:%s %s %s\n", i, v.word(), v.word(), v.word())
	}
	return b.String()
}

func (v *vandal) word() string {
	words := strings.Fields("heron otter raven stork adder trout finch goose mouse shrew")
	return words[v.random.IntN(len(words))]
}

func (v *vandal) ok(err error) {
	v.t.Helper()
	if err != nil {
		v.t.Fatal(err)
	}
}

// retext changes a word of a file and leaves its size.
func (v *vandal) retext(name string) []byte {
	text, err := os.ReadFile(v.path(name))
	v.ok(err)
	if words := strings.Fields(string(text)); len(words) > 2 {
		return []byte(strings.Replace(string(text), words[1], v.word(), 1))
	}
	return text
}

// round does one thing to the files, and returns what.
func (v *vandal) round() string {
	name := v.existing()
	info, err := os.Stat(v.path(name))
	v.ok(err)
	restore := func(path string) { v.ok(os.Chtimes(path, time.Time{}, info.ModTime())) }
	switch v.random.IntN(9) {
	case 0:
		v.f.write(v.t, v.name(), v.text())
		return "write"
	case 1:
		v.ok(os.WriteFile(v.path(name), v.retext(name), 0o600))
		return "edit of the same size"
	case 2:
		v.ok(os.WriteFile(v.path(name), v.retext(name), 0o600))
		restore(v.path(name))
		return "edit of the same size with the time restored"
	case 3:
		v.ok(os.WriteFile(v.path(".new"), v.retext(name), 0o600))
		restore(v.path(".new"))
		v.ok(os.Rename(v.path(".new"), v.path(name)))
		return "replacement of the same size and time"
	case 4:
		v.ok(os.Rename(v.path(name), v.path(v.name())))
		return "move"
	case 5:
		other := v.existing()
		v.ok(os.Rename(v.path(name), v.path(".swap")))
		if other != name {
			v.ok(os.Rename(v.path(other), v.path(name)))
		}
		v.ok(os.Rename(v.path(".swap"), v.path(other)))
		return "swap"
	case 6:
		v.f.remove(v.t, name)
		return "removal"
	case 7:
		v.ok(os.Chtimes(v.path(name), time.Time{}, time.Now()))
		return "touch"
	default:
		v.ok(os.Chtimes(v.path(name), time.Time{}, time.Unix(1_700_000_000+v.random.Int64N(10), 0)))
		return "another time"
	}
}

// After every edit the index must say what the files say, and find what a
// fresh one finds.
func TestEveryEditIsSeen(t *testing.T) {
	rounds := testsize.Of(1000, 200)
	v := &vandal{t, newFolder(t, nil), rand.New(rand.NewPCG(7, 7))}
	path := cachePath(t)
	kept := newIndex(t, path, v.f, fileindex.Options{})
	for round := range rounds {
		did := v.round()
		x := kept
		if round%3 == 0 { // as another process
			x = newIndex(t, path, v.f, fileindex.Options{})
		}
		if got, want := content(t, x), v.f.truth(t); got != want {
			t.Fatalf("after round %d, %s, the index says\n%s\nthe files say\n%s", round, did, got, want)
		}
		if x.InMemory() {
			t.Fatalf("round %d: the cache file was given up", round)
		}
		if round%20 == 19 {
			sameAsFresh(t, x, v.f)
		}
	}
}

// sameAsFresh compares the answers of an index with those of one that was
// made at once. Their scores may differ a little: how long removed documents
// were is remembered in the mean.
func sameAsFresh(t *testing.T, x *fileindex.Index, f fileindex.Folder) {
	t.Helper()
	fresh := index(t, f)
	for _, text := range []string{"heron", "otter raven", `"stork adder"`, "trout -finch", "goo*", "mouze", "key2 shrew", "nothing"} {
		q := agmem.Query{Text: text, Limit: 200}
		got, err := x.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		want, err := fresh.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if places(got) != places(want) {
			t.Fatalf("%q finds\n%s\na fresh index\n%s", text, places(got), places(want))
		}
	}
}

func TestNothingChanged(t *testing.T) {
	f := newFolder(t, map[string]string{"a": "k:heron\n", "b": "k:otter\n"})
	f.age()
	path := cachePath(t)
	x := newIndex(t, path, f, fileindex.Options{})
	ask(t, x, "heron")
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	reads := f.reads.Load()
	for _, x := range []*fileindex.Index{x, newIndex(t, path, f, fileindex.Options{})} {
		if got := ask(t, x, "heron"); got != "a/k" {
			t.Errorf("found %q", got)
		}
	}
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if fileindex.StampOf(before) != fileindex.StampOf(after) {
		t.Errorf("the cache was written where nothing had changed: %v, %v", before.ModTime(), after.ModTime())
	}
	if f.reads.Load() != reads {
		t.Errorf("%d files were read where nothing had changed", f.reads.Load()-reads)
	}
}

// A file that was written just now is read again, and written down as settled
// once; only then is its stamp enough.
func TestFreshFilesAreReadAgain(t *testing.T) {
	f := newFolder(t, map[string]string{"a": "k:heron\n"})
	x := index(t, f)
	ask(t, x, "heron")
	ask(t, x, "heron")
	f.age()
	ask(t, x, "heron")
	reads := f.reads.Load()
	if reads < 2 || reads > 3 {
		t.Errorf("the file was read %d times", reads)
	}
	ask(t, x, "heron")
	if f.reads.Load() != reads {
		t.Error("a settled file was read again")
	}
}

func TestOneChangedDocumentCostsOne(t *testing.T) {
	var text strings.Builder
	for i := range 500 {
		fmt.Fprintf(&text, "key%03d:heron number %d\n", i, i)
	}
	f := newFolder(t, map[string]string{"a": text.String()})
	x := index(t, f)
	numbers(t, x, 500, 500)
	f.write(t, "a", strings.Replace(text.String(), "heron number 250", "otter number 250", 1))
	numbers(t, x, 500, 501)
	if got := ask(t, x, "otter"); got != "a/key250" {
		t.Errorf("found %q", got)
	}
	f.write(t, "a", "key250:otter number 250\n")
	numbers(t, x, 1, 501)
	f.remove(t, "a")
	numbers(t, x, 0, 501)
}

func numbers(t *testing.T, x *fileindex.Index, documents, used int64) {
	t.Helper()
	d, u, err := x.Numbers(t.Context())
	if err != nil || d != documents || u != used {
		t.Errorf("%d documents, %d numbers, %v; want %d and %d", d, u, err, documents, used)
	}
}

// A cache whose numbers are nearly all void is made again, because a search takes
// memory for each.
func TestWornOutCacheIsMadeAnew(t *testing.T) {
	if !testsize.Full() {
		t.Skip("NOT TESTED: the wear of a cache needs many changes; make check tests it")
	}
	const documents, changes = 1500, 24
	f := newFolder(t, nil)
	x := index(t, f)
	for round := range changes {
		var text strings.Builder
		for i := range documents {
			fmt.Fprintf(&text, "k%04d:heron %d\n", i, round)
		}
		f.write(t, "a", text.String())
		if got, want := content(t, x), f.truth(t); got != want {
			t.Fatalf("after round %d the index says something else than the files", round)
		}
	}
	_, used, err := x.Numbers(t.Context())
	if err != nil || used >= documents*changes {
		t.Errorf("%d numbers are in use, %v", used, err)
	}
}
