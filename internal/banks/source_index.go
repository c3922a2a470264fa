package banks

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/fileindex"
	"github.com/agmem/agmem/internal/recall"
)

// indexed is a folder of banks as its index sees it: a file for each bank, in
// whatever form, called `<scope>/<bank>`.
type indexed struct{ *Folder }

// Files lists the banks with their stamps.
func (f indexed) Files(ctx context.Context) ([]fileindex.File, error) {
	names, err := f.Names(ctx)
	files := make([]fileindex.File, len(names))
	for i, bank := range names {
		files[i] = fileindex.File{Name: string(f.scope) + "/" + bank, Stamp: f.stamp(bank)}
	}
	return files, err
}

// stamp returns the stamp of the only form of a bank. A bank that has both
// forms or can not be looked at has none: it is read every time, until it has
// been repaired.
func (f indexed) stamp(bank string) fileindex.Stamp {
	var stamp fileindex.Stamp
	for _, ext := range []string{plainExt, gzipExt} {
		info, err := os.Stat(f.file(bank, ext))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil || stamp != fileindex.Stamp{}:
			return fileindex.Stamp{}
		default:
			stamp = fileindex.StampOf(info)
		}
	}
	return stamp
}

// Read returns the values of a bank. Its name and their keys are what they are
// about, so these count more than the words of the values.
func (f indexed) Read(ctx context.Context, file fileindex.File) (iter.Seq[fileindex.Document], error) {
	bank := strings.TrimPrefix(file.Name, string(f.scope)+"/")
	b, err := f.Load(ctx, bank)
	if isMissing(err) {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	return func(yield func(fileindex.Document) bool) {
		for _, e := range b.Sorted() {
			if !yield(document(bank, e)) {
				return
			}
		}
	}, nil
}

func document(bank string, e agmem.Entry) fileindex.Document {
	known := e.Metadata()
	return fileindex.Document{
		Key:       e.Key,
		Text:      recall.Document{Content: readable(e.Value), Digest: bank + " " + e.Key},
		CreatedAt: known.CreatedAt, UpdatedAt: known.UpdatedAt, ExpiresAt: known.ExpiresAt,
		Extra: digest(e.Key, e.Value),
	}
}

// size returns the bytes of all banks, in whatever form.
func (f *Folder) size() (int64, error) {
	names, _, err := f.scan()
	var sum int64
	for _, bank := range names {
		for _, ext := range []string{plainExt, gzipExt} {
			if info, err := os.Stat(f.file(bank, ext)); err == nil {
				sum += info.Size()
			}
		}
	}
	return sum, err
}
