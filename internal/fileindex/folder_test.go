package fileindex_test

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/fileindex"
	"github.com/agmem/agmem/internal/recall"
)

// folder is files on the disk. Each line of one is a document: its key up to
// the first colon, and its content.
type folder struct {
	path  string
	reads atomic.Int64
}

// damage in a file makes it one that cannot be read.
const damage = "DAMAGED"

func (f *folder) Files(context.Context) ([]fileindex.File, error) {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return nil, err
	}
	var files []fileindex.File
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue // on its way to another name
		}
		info, err := os.Stat(filepath.Join(f.path, e.Name()))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return files, err
		}
		files = append(files, fileindex.File{Name: e.Name(), Stamp: fileindex.StampOf(info)})
	}
	return files, nil
}

func (f *folder) Read(_ context.Context, file fileindex.File) (iter.Seq[fileindex.Document], error) {
	f.reads.Add(1)
	text, err := os.ReadFile(filepath.Join(f.path, file.Name))
	if err != nil {
		return nil, err
	}
	if strings.Contains(string(text), damage) {
		return nil, agmem.Errorf(agmem.Corrupt, "damaged").WithHint("repair it")
	}
	var documents []fileindex.Document
	for line := range strings.Lines(string(text)) {
		key, content, _ := strings.Cut(strings.TrimSpace(line), ":")
		documents = append(documents, fileindex.Document{Key: key, Text: recall.Document{Content: content}})
	}
	return slices.Values(documents), nil
}

func (f *folder) write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(f.path, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (f *folder) remove(t testing.TB, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(f.path, name)); err != nil {
		t.Fatal(err)
	}
}

// age gives the folder's files a past, so that their stamps can be trusted.
func (f *folder) age() { time.Sleep(150 * time.Millisecond) }

func newFolder(t testing.TB, files map[string]string) *folder {
	t.Helper()
	f := &folder{path: t.TempDir()}
	for name, text := range files {
		f.write(t, name, text)
	}
	return f
}

func newIndex(t testing.TB, path string, f fileindex.Folder, opts fileindex.Options) *fileindex.Index {
	t.Helper()
	x := fileindex.New(path, f, opts)
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

// index returns the index of files in a new cache file.
func index(t testing.TB, f fileindex.Folder) *fileindex.Index {
	t.Helper()
	return newIndex(t, cachePath(t), f, fileindex.Options{})
}

func cachePath(t testing.TB) string { return filepath.Join(t.TempDir(), "cache", "index.db") }

// ask returns the places of what is found, best first.
func ask(t testing.TB, x *fileindex.Index, text string) string {
	t.Helper()
	found, err := x.Search(t.Context(), agmem.Query{Text: text, Limit: 10})
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return places(found)
}

func places(found []fileindex.Found) string {
	var all []string
	for _, f := range found {
		all = append(all, f.File+"/"+f.Key)
	}
	return strings.Join(all, " ")
}

// content returns everything that the index holds, as lines in order.
func content(t testing.TB, x *fileindex.Index) string {
	t.Helper()
	list, err := x.List(t.Context(), agmem.Listing{Limit: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	lines := make([]string, len(list))
	for i, e := range list {
		lines[i] = e.File + "/" + e.Key + ":" + e.Text.Content
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// truth returns what the files say, in the form of content.
func (f *folder) truth(t testing.TB) string {
	t.Helper()
	files, err := f.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, file := range files {
		documents, err := f.Read(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		for d := range documents {
			lines = append(lines, file.Name+"/"+d.Key+":"+d.Text.Content)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
