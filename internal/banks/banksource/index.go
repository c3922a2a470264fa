package banksource

import (
	"context"
	"io/fs"
	"iter"
	"strings"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/bankfolder"
	"github.com/agmem/agmem/internal/fileindex"
	"github.com/agmem/agmem/internal/recall"
)

// indexed is a folder of banks as its index sees it: a file for each bank, in
// whatever form, called `<scope>/<bank>`.
type indexed struct{ *bankfolder.Folder }

// Files lists the banks with their stamps.
func (f indexed) Files(ctx context.Context) ([]fileindex.File, error) {
	names, err := f.Names(ctx)
	files := make([]fileindex.File, len(names))
	for i, bank := range names {
		files[i] = fileindex.File{Name: string(f.Scope()) + "/" + bank, Stamp: f.stamp(bank)}
	}
	return files, err
}

// stamp returns the stamp of the only form of a bank. A bank that has both
// forms or can not be looked at has none: it is read every time, until it has
// been repaired.
func (f indexed) stamp(bank string) fileindex.Stamp {
	infos, err := f.Infos(bank)
	if err != nil || len(infos) != 1 {
		return fileindex.Stamp{}
	}
	return fileindex.StampOf(infos[0])
}

// Read returns the values of a bank. Its name and their keys are what they are
// about, so these count more than the words of the values.
func (f indexed) Read(ctx context.Context, file fileindex.File) (iter.Seq[fileindex.Document], error) {
	bank := strings.TrimPrefix(file.Name, string(f.Scope())+"/")
	b, err := f.Load(ctx, bank)
	if banks.HasCode(err, banks.BankNotFound) {
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

func document(bank string, e banks.Entry) fileindex.Document {
	known := e.Metadata()
	return fileindex.Document{
		Key:       e.Key,
		Text:      recall.Document{Content: readable(e.Value), Digest: bank + " " + e.Key},
		CreatedAt: known.CreatedAt, UpdatedAt: known.UpdatedAt, ExpiresAt: known.ExpiresAt,
		Size:  int64(len(content(e.Value))),
		Extra: digest(e.Key, e.Value),
	}
}
