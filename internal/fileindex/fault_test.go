package fileindex_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/fileindex"
)

// troubled is a folder whose files fail in chosen ways.
type troubled struct {
	*folder
	listing error
	reading map[string]error
	read    func(name string)
}

func (f *troubled) Files(ctx context.Context) ([]fileindex.File, error) {
	files, err := f.folder.Files(ctx)
	return files, errors.Join(err, f.listing)
}

func (f *troubled) Read(ctx context.Context, file fileindex.File) (iter.Seq[fileindex.Document], error) {
	if f.read != nil {
		f.read(file.Name)
	}
	if err := f.reading[file.Name]; err != nil {
		return nil, err
	}
	return f.folder.Read(ctx, file)
}

// What cannot be read is named with every answer and hides nothing else.
func TestFaults(t *testing.T) {
	f := newFolder(t, map[string]string{"a": "k:heron\n", "b": damage, "c": "k:heron\n", "d": damage, "e": "k:heron\n"})
	f.age()
	path := cachePath(t)
	var written fileindex.Stamp
	for round := range 3 {
		found, err := newIndex(t, path, f, fileindex.Options{}).Search(t.Context(), agmem.Query{Text: "heron", Limit: 10})
		if got := places(found); got != "a/k c/k e/k" {
			t.Errorf("found %q", got)
		}
		if err == nil || err.Error() != "b: damaged\nd: damaged" || agmem.KindOf(err) != agmem.Corrupt {
			t.Errorf("error %v", err)
		}
		first, _ := errors.AsType[*agmem.Error](err)
		if first == nil || first.Hint != "repair it" {
			t.Errorf("error %#v", first)
		}
		info, err := os.Stat(path)
		ok(t, err)
		if stamp := fileindex.StampOf(info); round == 0 {
			written = stamp
		} else if stamp != written {
			t.Error("the cache was written where nothing had changed")
		}
	}
	f.write(t, "b", "k:heron\n")
	f.write(t, "c", damage)
	f.remove(t, "d")
	found, err := newIndex(t, path, f, fileindex.Options{}).Search(t.Context(), agmem.Query{Text: "heron", Limit: 10})
	if got := places(found); got != "a/k b/k e/k" || err == nil || err.Error() != "c: damaged" {
		t.Errorf("found %q, %v", got, err)
	}
}

func TestListingThatFailsInPart(t *testing.T) {
	f := &troubled{folder: newFolder(t, map[string]string{"a": "k:heron\n"}), listing: agmem.Errorf(agmem.Denied, "sub: no permission")}
	found, err := index(t, f).Search(t.Context(), agmem.Query{Text: "heron", Limit: 10})
	if got := places(found); got != "a/k" || agmem.KindOf(err) != agmem.Denied {
		t.Errorf("found %q, %v", got, err)
	}
}

// A file may be removed between listing and reading: that is not a fault.
func TestFileGoesWhileItIsRead(t *testing.T) {
	f := newFolder(t, map[string]string{"a": "k:heron\n", "b": "k:heron\n", "c": "k:heron\n"})
	f.age()
	first := true
	going := &troubled{folder: f, read: func(name string) {
		if name == "b" && first {
			first = false
			f.remove(t, "b")
		}
	}}
	x := index(t, going)
	if got := ask(t, x, "heron"); got != "a/k c/k" {
		t.Errorf("found %q", got)
	}
	reads := f.reads.Load()
	if got := ask(t, x, "heron"); got != "a/k c/k" || f.reads.Load() != reads {
		t.Errorf("found %q, %d files were read", got, f.reads.Load()-reads)
	}
	f.write(t, "a", "k:heron and otter\n")
	going.reading = map[string]error{"a": fs.ErrNotExist}
	if got := ask(t, x, "heron"); got != "c/k" {
		t.Errorf("found %q", got)
	}
}

// A caller who gives up gets Cancelled, and what was done is kept.
func TestGivingUp(t *testing.T) {
	f := many(t)
	ctx, cancel := context.WithCancel(t.Context())
	path := cachePath(t)
	leaving := &troubled{folder: f, read: func(name string) {
		if name == "file30" {
			cancel()
		}
	}}
	_, err := newIndex(t, path, leaving, fileindex.Options{}).Search(ctx, agmem.Query{Text: "heron", Limit: 10})
	if agmem.KindOf(err) != agmem.Cancelled || !errors.Is(err, context.Canceled) {
		t.Errorf("error %v (%v)", err, agmem.KindOf(err))
	}
	reads := f.reads.Load()
	sameAsFresh(t, newIndex(t, path, f, fileindex.Options{}), newFrozen(t, f))
	if again := f.reads.Load() - reads - 60; again > 31 {
		t.Errorf("%d files were read again", again)
	}
}

// newFrozen returns the folder's documents without a file behind them.
func newFrozen(t *testing.T, f *folder) *vault {
	t.Helper()
	v := &vault{documents: make(map[string][]fileindex.Document)}
	var err error
	v.files, err = f.Files(t.Context())
	ok(t, err)
	for _, file := range v.files {
		documents, err := f.Read(t.Context(), file)
		ok(t, err)
		v.documents[file.Name] = slices.Collect(documents)
	}
	return v
}

// More text than one transaction takes in.
func TestManySteps(t *testing.T) {
	f := newFolder(t, nil)
	filler := strings.Repeat("the quick brown fox jumps over the lazy dog ", 12_000)
	for i := range 40 {
		f.write(t, fmt.Sprintf("file%02d", i), fmt.Sprintf("k:word%d heron %s\n", i, filler))
	}
	var calls, last int
	path := cachePath(t)
	x := newIndex(t, path, f, fileindex.Options{Progress: func(done, total int) {
		if calls++; total != 40 || done > total {
			t.Errorf("progress %d of %d", done, total)
		}
		last = done
	}})
	for i := range 40 {
		if got, want := ask(t, x, fmt.Sprintf("+word%d", i)), fmt.Sprintf("file%02d/k", i); !strings.HasPrefix(got, want) {
			t.Errorf("found %q, want %q", got, want)
		}
	}
	if calls < 41 || last != 40 {
		t.Errorf("%d calls of progress, the last with %d", calls, last)
	}
}

// doubtful is a folder whose one file has a document and an error.
type doubtful struct{ *vault }

func (d doubtful) Read(ctx context.Context, f fileindex.File) (iter.Seq[fileindex.Document], error) {
	documents, _ := d.vault.Read(ctx, f)
	return documents, agmem.Errorf(agmem.Invalid, "the head of it makes no sense")
}

// What can be read of a file is found, beside the error about the rest.
func TestDocumentsWithAnError(t *testing.T) {
	v := doubtful{one(fileindex.Stamp{MTime: 1}, "heron")}
	x := index(t, v)
	for _, word := range []string{"heron", "otter"} {
		v.say(word)
		found, err := x.Search(t.Context(), agmem.Query{Text: word, Limit: 10})
		if got := places(found); got != "a/k" || agmem.KindOf(err) != agmem.Invalid {
			t.Errorf("found %q, %v", got, err)
		}
	}
}

// A folder that breaks its promise is a bug, and says so.
func TestKeysOutOfOrder(t *testing.T) {
	for _, keys := range [][]string{{"b", "a"}, {"a", "a"}, {"", ""}} {
		v := one(fileindex.Stamp{}, "")
		v.documents["a"] = nil
		for _, key := range keys {
			v.documents["a"] = append(v.documents["a"], doc(key, "heron"))
		}
		_, err := index(t, v).Search(t.Context(), agmem.Query{Text: "heron", Limit: 10})
		if agmem.KindOf(err) != agmem.Internal || !strings.Contains(err.Error(), "does not come after") {
			t.Errorf("keys %q: %v", keys, err)
		}
	}
}
