package banksource_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/bankfile"
	"github.com/agmem/agmem/internal/banks/bankfolder"
	"github.com/agmem/agmem/internal/banks/banksource"
	"github.com/agmem/agmem/internal/fileindex"
)

// library is a source over the folders of a project and of a user.
type library struct {
	*testing.T
	source        *banksource.Source
	project, user *bankfolder.Folder
	clock         time.Time
}

const sound = `{"_meta":{"version":1,"updated_at":"2027-01-01T00:00:00Z"},"entries":{"k":{"value":1,"updated_at":"2027-01-01T00:00:00Z"}}}`

func now() time.Time { return time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC) }

func newLibrary(t *testing.T) *library {
	t.Helper()
	l := &library{T: t, clock: now()}
	root := t.TempDir()
	opts := bankfolder.Options{Now: func() time.Time { return l.clock }}
	l.project = bankfolder.New(filepath.Join(root, "project"), banks.ProjectScope, opts)
	l.user = bankfolder.New(filepath.Join(root, "user"), banks.UserScope, opts)
	l.source = banksource.New([]*bankfolder.Folder{l.project, l.user},
		banksource.Options{Cache: filepath.Join(root, "cache"), Now: opts.Now})
	t.Cleanup(func() {
		if err := l.source.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// search returns the ids of the hits, best first, and the error.
func (l *library) search(text string) (string, error) {
	l.Helper()
	hits, err := l.source.Search(l.Context(), agmem.Query{Text: text, Limit: 10})
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = h.ID
	}
	return strings.Join(ids, " "), err
}

func (l *library) finds(text, want string) {
	l.Helper()
	if got, err := l.search(text); got != want || err != nil {
		l.Errorf("%q finds %q, %v; want %q", text, got, err, want)
	}
}

func TestSourceFindsValues(t *testing.T) {
	l := newLibrary(t)
	l.finds("anything", "")
	put(t, l.project, "session", "context", `{"topic": "refactoring", "files": ["main.go"], "done": null}`)
	put(t, l.user, "notes", "deployPlan", `"first the database,\nthen the server"`)
	put(t, l.user, "notes", "a/b:c", `{"note":"a server with a slash and a colon in its key"}`)
	for text, want := range map[string]string{
		"refactoring":         "project/session/context",
		"topic files":         "project/session/context", // names of members
		"main.go":             "project/session/context",
		"refactorign":         "project/session/context", // as misspelt here
		"context":             "project/session/context", // the key
		"session":             "project/session/context", // the bank
		"deploy":              "user/notes/deployPlan",   // a part of the key
		`"the database"`:      "user/notes/deployPlan",
		"colon":               "user/notes/a/b:c",
		"done null":           "project/session/context", // the name, and no null
		"zebra":               "",
		"server -database":    "user/notes/a/b:c",
		"server AND database": "user/notes/deployPlan",
	} {
		l.finds(text, want)
	}
	hits, err := l.source.Search(t.Context(), agmem.Query{Text: "server refactoring", Limit: 2, Explain: true})
	if err != nil || len(hits) != 2 || hits[0].Score < hits[1].Score {
		t.Fatalf("hits %+v, %v", hits, err)
	}
	for i, h := range hits {
		if h.Explanation == nil || h.Explanation.RRF != 1/float64(61+i) || len(h.Explanation.Reasons) == 0 || h.Tags == nil || h.CreatedAt != agmem.InstantOf(now()) {
			t.Errorf("hit %d is %+v, explained by %+v", i, h, h.Explanation)
		}
	}
}

// Whatever way a bank is changed, the next search knows.
func TestSourceFollowsTheFiles(t *testing.T) {
	l := newLibrary(t)
	put(t, l.user, "notes", "bird", `"heron"`)
	put(t, l.user, "other", "bird", `"heron"`)
	l.finds("heron", "user/notes/bird user/other/bird")
	put(t, l.user, "notes", "bird", `"stork"`)
	l.finds("stork", "user/notes/bird")
	l.finds("heron", "user/other/bird")
	if err := os.Rename(filepath.Join(l.user.Path(), "other.json"), filepath.Join(l.user.Path(), "moved.json")); err != nil {
		t.Fatal(err)
	}
	l.finds("heron", "user/moved/bird")
	if err := l.user.Remove(t.Context(), "notes"); err != nil {
		t.Fatal(err)
	}
	l.finds("stork", "")
	text := strings.ReplaceAll(sound, `"value":1`, `"value":"otter"`)
	place(t, l.user, "packed.json.gz", zipped(t, text))
	l.finds("otter", "user/packed/k")
	place(t, l.user, "packed.json", strings.ReplaceAll(text, "otter", "raven"))
	later := strings.ReplaceAll(strings.ReplaceAll(text, "otter", "trout"), "2027-01-01", "2027-01-02")
	l.finds("raven otter", "user/packed/k") // equally old: either will do
	place(t, l.user, "packed.json.gz", zipped(t, later))
	l.finds("trout", "user/packed/k")
	l.finds("raven otter", "")
	if err := os.Remove(filepath.Join(l.user.Path(), "packed.json.gz")); err != nil {
		t.Fatal(err)
	}
	l.finds("raven", "user/packed/k")
}

// counting is a folder that counts what is read.
type counting struct {
	fileindex.Folder
	reads atomic.Int64
}

func (c *counting) Read(ctx context.Context, f fileindex.File) (iter.Seq[fileindex.Document], error) {
	c.reads.Add(1)
	return c.Folder.Read(ctx, f)
}

// A bank is read when it has changed, and not otherwise.
func TestUnchangedBanksAreNotRead(t *testing.T) {
	f := bankfolder.New(t.TempDir(), banks.UserScope, bankfolder.Options{
		Now:      now,
		Compress: func() (bool, error) { return true, nil },
	})
	put(t, f, "small", "k", `"heron"`)
	put(t, f, "large", "k", `"heron `+strings.Repeat("reed ", 150_000)+`"`)
	put(t, f, "large", "l", `"`+strings.Repeat("reed ", 150_000)+`"`)
	if _, err := os.Stat(filepath.Join(f.Path(), "large.json.gz")); err != nil {
		t.Fatalf("the large bank was not compressed: %v", err)
	}
	time.Sleep(150 * time.Millisecond) // until their stamps can be trusted
	c := &counting{Folder: banksource.Indexed(f)}
	x := fileindex.New(filepath.Join(t.TempDir(), "index.db"), c, fileindex.Options{})
	for _, reads := range []int64{2, 2, 2} {
		found, err := x.Search(t.Context(), agmem.Query{Text: "heron", Limit: 10})
		if err != nil || len(found) != 2 || c.reads.Load() != reads {
			t.Errorf("%d found, %d banks were read, %v; want 2 and %d", len(found), c.reads.Load(), err, reads)
		}
	}
	put(t, f, "small", "k", `"a heron"`)
	if _, err := x.Search(t.Context(), agmem.Query{Text: "heron", Limit: 10}); err != nil || c.reads.Load() != 3 {
		t.Errorf("%d banks were read in all, %v", c.reads.Load(), err)
	}
	if err := x.Close(); err != nil {
		t.Error(err)
	}
}

func TestSourceKnowsExpiry(t *testing.T) {
	l := newLibrary(t)
	err := l.user.Change(t.Context(), "cache", true, func(b *bankfile.Bank, _ bool) error {
		b.Put(banks.Entry{Key: "token", Value: []byte(`"heron"`), CreatedAt: now(), UpdatedAt: now(), TTL: 60})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	l.clock = now().Add(59 * time.Second)
	l.finds("heron", "user/cache/token")
	got, err := l.source.Get(t.Context(), []string{"user/cache/token"})
	if err != nil || len(got) != 1 || got[0].ExpiresAt != agmem.InstantOf(now().Add(time.Minute)) {
		t.Errorf("got %+v, %v", got, err)
	}
	l.clock = now().Add(60 * time.Second)
	l.finds("heron", "")
	if list, err := l.source.List(t.Context(), agmem.Listing{Limit: 9}); len(list) != 0 || err != nil {
		t.Errorf("listed %+v, %v", list, err)
	}
	_, err = l.source.Get(t.Context(), []string{"user/cache/token"})
	if agmem.KindOf(err) != agmem.Expired || !strings.Contains(err.Error(), "2027-01-15T10:01:00.000Z") {
		t.Errorf("error %v (%v)", err, agmem.KindOf(err))
	}
}

// A damaged bank is named, and does not hide the others.
func TestSourceNamesDamagedBanks(t *testing.T) {
	l := newLibrary(t)
	put(t, l.project, "good", "k", `"heron"`)
	put(t, l.user, "good", "k", `"heron, the same"`)
	place(t, l.project, "bad.json", "{")
	place(t, l.user, "worse.json.gz", "no gzip")
	for range 2 {
		got, err := l.search("heron")
		if got != "project/good/k user/good/k" {
			t.Errorf("found %q", got)
		}
		if agmem.KindOf(err) != agmem.Corrupt || !strings.Contains(err.Error(), "project/bad: ") || !strings.Contains(err.Error(), "user/worse: ") {
			t.Errorf("error %v (%v)", err, agmem.KindOf(err))
		}
	}
	list, err := l.source.List(t.Context(), agmem.Listing{Limit: 9})
	if len(list) != 2 || agmem.KindOf(err) != agmem.Corrupt {
		t.Errorf("listed %+v, %v", list, err)
	}
	if stats, err := l.source.Stats(t.Context()); stats.TotalMemories != 2 || agmem.KindOf(err) != agmem.Corrupt {
		t.Errorf("stats %+v, %v", stats, err)
	}
	_, err = l.source.Get(t.Context(), []string{"user/worse/k"})
	if agmem.KindOf(err) != agmem.Corrupt || !strings.Contains(err.Error(), "user/worse") {
		t.Errorf("error %v (%v)", err, agmem.KindOf(err))
	}
}

func TestSourceGets(t *testing.T) {
	l := newLibrary(t)
	put(t, l.project, "session", "context", `{"b":[1,2],"a":12345678901234567890}`)
	put(t, l.user, "session", "a/b:c", `"two\nlines & <more>"`)
	ids := []string{"user/session/a/b:c", "project/session/context", "user/session/a/b:c"}
	got, err := l.source.Get(t.Context(), ids)
	if err != nil || len(got) != 3 {
		t.Fatalf("got %+v, %v", got, err)
	}
	const text, object = "two\nlines & <more>", "{\n  \"b\": [\n    1,\n    2\n  ],\n  \"a\": 12345678901234567890\n}"
	want := agmem.Memory{
		ID: ids[0], Content: text, Hash: agmem.HashContent(text), Digest: "a/b:c: two lines & <more>", Tags: []string{},
		CreatedAt: agmem.InstantOf(now()), UpdatedAt: agmem.InstantOf(now()),
	}
	if fmt.Sprintf("%+v", got[0]) != fmt.Sprintf("%+v", want) || got[1].Content != object || got[2].ID != ids[2] {
		t.Errorf("got %+v", got)
	}
	refused := []string{
		"user/session/contex", "user/session/context", "user/sess/a/b:c", "user/../session/x", "all/session/context",
		"/session/context", "user/session/", "user/session", "user", "", "banks:user/session/a/b:c", "User/session/a/b:c",
	}
	got, err = l.source.Get(t.Context(), append(refused, ids[0]))
	if len(got) != 1 || got[0].ID != ids[0] || agmem.KindOf(err) != agmem.NotFound {
		t.Errorf("got %+v, %v", got, err)
	}
	if joined, ok := err.(interface{ Unwrap() []error }); !ok || len(joined.Unwrap()) != len(refused) {
		t.Errorf("error %v, want %d", err, len(refused))
	}
}

func TestSourceLists(t *testing.T) {
	l := newLibrary(t)
	for i := range 6 {
		f := []*bankfolder.Folder{l.project, l.user}[i%2]
		err := f.Change(t.Context(), "b", true, func(b *bankfile.Bank, _ bool) error {
			at := now().Add(time.Duration(i) * time.Minute)
			b.Put(banks.Entry{Key: fmt.Sprint("k", i), Value: []byte("1"), CreatedAt: at, UpdatedAt: at})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	list, err := l.source.List(t.Context(), agmem.Listing{Limit: 3, Offset: 1})
	var got []string
	for _, s := range list {
		got = append(got, s.ID+" = "+s.Digest)
	}
	want := []string{"project/b/k4 = k4: 1", "user/b/k3 = k3: 1", "project/b/k2 = k2: 1"}
	if !slices.Equal(got, want) || err != nil {
		t.Errorf("listed %v, %v; want %v", got, err, want)
	}
	if list, err := l.source.List(t.Context(), agmem.Listing{Limit: 3, Offset: 9}); len(list) != 0 || list == nil || err != nil {
		t.Errorf("listed %v, %v", list, err)
	}
	filter := agmem.Filter{After: agmem.InstantOf(now().Add(5 * time.Minute))}
	if list, err := l.source.List(t.Context(), agmem.Listing{Limit: 9, Filter: filter}); len(list) != 1 || err != nil {
		t.Errorf("listed %v, %v", list, err)
	}
	if list, err := l.source.List(t.Context(), agmem.Listing{Limit: 9, Filter: agmem.Filter{Tags: []string{"t"}}}); len(list) != 0 || err != nil {
		t.Errorf("listed %v, %v", list, err)
	}
	stats, err := l.source.Stats(t.Context())
	if stats.TotalMemories != 6 || stats.TotalTags != 0 || stats.StorageSize < 200 || err != nil {
		t.Errorf("stats %+v, %v", stats, err)
	}
	if tags, err := l.source.Tags(t.Context()); len(tags) != 0 || tags == nil || err != nil {
		t.Errorf("tags %v, %v", tags, err)
	}
	for _, err := range []error{second(l.source.List(t.Context(), agmem.Listing{})), second(l.source.Search(t.Context(), agmem.Query{Limit: 1}))} {
		if agmem.KindOf(err) != agmem.Usage {
			t.Errorf("error %v (%v)", err, agmem.KindOf(err))
		}
	}
}

func second[T any](_ T, err error) error { return err }

// Two projects that share a cache folder never meet, and one folder has one
// index for all.
func TestEachFolderHasItsOwnIndex(t *testing.T) {
	cache := t.TempDir()
	search := func(f *bankfolder.Folder) int {
		s := banksource.New([]*bankfolder.Folder{f}, banksource.Options{Cache: cache})
		hits, err := s.Search(t.Context(), agmem.Query{Text: "heron", Limit: 10})
		if err != nil || s.Close() != nil {
			t.Fatal(err)
		}
		return len(hits)
	}
	one, two := empty(t), empty(t)
	put(t, one, "b", "k", `"heron"`)
	for f, want := range map[*bankfolder.Folder]int{one: 1, two: 0} {
		for range 2 {
			if got := search(f); got != want {
				t.Errorf("found %d, want %d", got, want)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(cache, "*.db"))
	if len(files) != 2 || err != nil {
		t.Errorf("the indexes are %v, %v", files, err)
	}
}

func TestSourceWithoutACache(t *testing.T) {
	f := empty(t)
	put(t, f, "b", "k", `"heron"`)
	s := banksource.New([]*bankfolder.Folder{f}, banksource.Options{})
	for range 2 {
		if hits, err := s.Search(t.Context(), agmem.Query{Text: "heron", Limit: 10}); len(hits) != 1 || err != nil {
			t.Errorf("found %v, %v", hits, err)
		}
	}
	if s.Name() != "banks" || s.Type() != "banks" || s.Location() != f.Path() || s.Close() != nil {
		t.Errorf("it is %s of type %s in %s", s.Name(), s.Type(), s.Location())
	}
}

func put(t *testing.T, f *bankfolder.Folder, bank, key, value string) {
	t.Helper()
	err := f.Change(t.Context(), bank, true, func(b *bankfile.Bank, _ bool) error {
		b.Put(banks.Entry{Key: key, Value: []byte(value), CreatedAt: now(), UpdatedAt: now()})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func place(t testing.TB, f *bankfolder.Folder, name, text string) {
	t.Helper()
	path := filepath.Join(f.Path(), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
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

func empty(t *testing.T) *bankfolder.Folder {
	t.Helper()
	return bankfolder.New(filepath.Join(t.TempDir(), "memory"), banks.UserScope, bankfolder.Options{Now: now})
}
