package bankfolder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/banks"
)

// Remove removes a bank, also a damaged one. Of a symbolic link it removes the
// link. A folder in its place stays.
func (f *Folder) Remove(ctx context.Context, bank string) error {
	return f.clear(ctx, bank, atomicfile.Remove)
}

// SetAside is Remove for a bank that somebody may want back: its file is kept
// as `<file>.deleted-<time>`, which is not the name of a bank. Of two forms, the one
// that was the bank is returned.
func (f *Folder) SetAside(ctx context.Context, bank string) (keptAs string, err error) {
	latest, _ := f.load(bank) // of a damaged bank any form will do
	err = f.clear(ctx, bank, func(path string) error {
		name := freeName(path, "deleted", f.opts.Now())
		if keptAs == "" || path == latest.path {
			keptAs = name
		}
		return atomicfile.Move(path, name)
	})
	return keptAs, err
}

// clear calls away with each file of a bank, alone among all processes. What a
// link leads to is not touched, so it may be anywhere.
func (f *Folder) clear(ctx context.Context, bank string, away func(path string) error) (err error) {
	if _, _, err := f.Stat(bank); err != nil && agmem.KindOf(err) != agmem.Denied {
		return err
	}
	unlock, err := f.lockFile(ctx, bank+plainExt)
	if err != nil {
		return f.failure(bank, err)
	}
	defer func() { err = errors.Join(err, f.failure(bank, unlock())) }()
	for _, ext := range []string{plainExt, gzipExt} {
		path := f.file(bank, ext)
		info, err := os.Lstat(path)
		if err != nil {
			continue
		}
		if info.IsDir() {
			return banks.About(banks.Errorf(banks.IOError, "%s is a folder, not the file of a bank", path), bank, f.scope)
		}
		if err := away(path); err != nil {
			return f.failure(bank, err)
		}
	}
	f.sweep(isFileOf(bank))
	return nil
}

// freeName returns a name beside a file that says what happened to it and when,
// and that no file has.
func freeName(path, what string, now time.Time) string {
	base := fmt.Sprintf("%s.%s-%s", path, what, now.UTC().Format("20060102T150405Z"))
	name := base
	for i := 2; ; i++ {
		if _, err := os.Lstat(name); err != nil {
			return name
		}
		name = fmt.Sprintf("%s-%d", base, i)
	}
}
