package portable

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
)

// ReadMarkdownFile is [ReadMarkdown] for the file at path.
func ReadMarkdownFile(path string) (Batch, error) {
	f, err := os.Open(path)
	if err != nil {
		return Batch{}, agmem.Unreadable(path, err)
	}
	defer f.Close()
	return ReadMarkdown(path, f)
}

// ReadMarkdownDir reads every .md and .markdown file in the folder and those
// below it, sorted by name. Hidden files and folders are left out, symbolic
// links are followed, and a folder is read once however many links lead to
// it. A file or folder that cannot be read is a warning; only the topmost
// folder must be readable.
func ReadMarkdownDir(dir string) (Batch, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return Batch{}, agmem.Unreadable(dir, err)
	}
	w := walk{seen: make(map[string]bool)}
	w.folder(dir, entries)
	return w.batch, nil
}

// walk is one reading of a folder.
type walk struct {
	batch Batch
	seen  map[string]bool // real paths of folders
}

func (w *walk) folder(dir string, entries []fs.DirEntry) {
	resolved, err := filepath.EvalSymlinks(dir)
	if err != nil || w.seen[resolved] {
		return
	}
	w.seen[resolved] = true
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".") {
			w.entry(filepath.Join(dir, entry.Name()), entry)
		}
	}
}

func (w *walk) entry(path string, entry fs.DirEntry) {
	if !entry.IsDir() && entry.Type()&fs.ModeSymlink == 0 && !isMarkdown(path) {
		return
	}
	info, err := os.Stat(path)
	switch {
	case err != nil && !isMarkdown(path):
		// A dangling link to something else than Markdown is ignored.
	case err != nil:
		w.warn(agmem.Unreadable(path, err))
	case info.IsDir():
		entries, err := os.ReadDir(path)
		if err != nil {
			w.warn(agmem.Unreadable(path, err))
			return
		}
		w.folder(path, entries)
	case !isMarkdown(path):
	case !info.Mode().IsRegular():
		w.warn(agmem.Errorf(agmem.Invalid, "%s is not a regular file", path))
	default:
		w.file(path)
	}
}

func (w *walk) file(path string) {
	b, err := ReadMarkdownFile(path)
	if err != nil {
		w.warn(err)
		return
	}
	w.batch.append(b)
}

func (w *walk) warn(err error) { w.batch.Warnings = append(w.batch.Warnings, err) }

// ByFile returns the memories of files, each with its file and the headings above
// it as its origin.
func (b Batch) ByFile() []agmem.FileContents {
	var files []agmem.FileContents
	for i, m := range b.Memories {
		path := b.places[i].file
		if n := len(files); n == 0 || files[n-1].Path != path {
			files = append(files, agmem.FileContents{Path: path})
		}
		m.Origin = agmem.Origin{File: path, Heading: m.Digest}
		f := &files[len(files)-1]
		f.Memories = append(f.Memories, m)
	}
	return files
}
