package bankfolder

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/bankfile"
	"github.com/agmem/agmem/internal/filelock"
	"github.com/agmem/agmem/internal/inside"
)

// compressAbove is the size of a bank's text beyond which it is compressed,
// if that is configured.
const compressAbove = 1 << 20

// Change calls change with the bank while no other process can write it, and writes
// it if something was changed. With an error of change, which is returned,
// nothing is written. A bank that does not exist is BANK_NOT_FOUND unless it
// may be created: then change gets an empty one.
//
// A change that makes a bank larger than banks.MaxSize or gives it more
// than banks.MaxKeys entries is refused; one that is beyond that already
// may shrink. CONFLICT where others hold the bank for longer than ten seconds.
func (f *Folder) Change(ctx context.Context, bank string, create bool, change func(b *bankfile.Bank, exists bool) error) (err error) {
	if !create {
		if _, _, err := f.Stat(bank); err != nil {
			return err
		}
	}
	unlock, err := f.lock(ctx, bank)
	if err != nil {
		return f.failure(bank, err)
	}
	defer func() { err = errors.Join(err, f.failure(bank, unlock())) }()
	s, err := f.load(bank)
	exists := err == nil
	switch {
	case exists:
	case create && isMissing(err):
		s.bank = bankfile.New(f.opts.Now())
	default:
		return err
	}
	keys := s.bank.Len()
	if err := change(s.bank, exists); err != nil {
		return banks.About(err, bank, f.scope)
	}
	if exists && !s.bank.Changed() {
		return nil
	}
	s.bank.Touch(f.opts.Now())
	text := s.bank.Render()
	if err := checkLimits(s, keys, text); err != nil {
		return banks.About(err, bank, f.scope)
	}
	return f.failure(bank, f.write(bank, text))
}

func isMissing(err error) bool { return banks.HasCode(err, banks.BankNotFound) }

// checkLimits refuses a bank that a change makes too large: it had so many keys
// before, and text is what is to be written.
func checkLimits(s stored, keys int, text []byte) error {
	if n := s.bank.Len(); n > banks.MaxKeys && n > keys {
		return banks.Errorf(banks.TooManyKeys, "the bank would have %d keys, the limit is %d", n, banks.MaxKeys)
	}
	if n := len(text); n > banks.MaxSize && s.bank.Len() >= keys && n > sizeOf(s.text) {
		return banks.Errorf(banks.BankTooLarge, "the bank would have %d bytes, the limit is %d", n, banks.MaxSize)
	}
	return nil
}

// sizeOf returns how many bytes a bank's text has when it is laid out as it is
// written here.
func sizeOf(text []byte) int {
	b, err := bankfile.Parse(text)
	if err != nil {
		return 0 // there was no bank before
	}
	return len(b.Render())
}

// lock locks the bank, and the file it links to where it is a symbolic link:
// two links to one file are one bank. The link's lock comes first everywhere,
// and no target is a link, so no two processes wait for each other. A link that
// leads out of the folder is Denied before anything is made.
func (f *Folder) lock(ctx context.Context, bank string) (func() error, error) {
	target, err := f.dir.Writable(bank + plainExt)
	if err != nil {
		return nil, err
	}
	unlock, err := f.lockFile(ctx, bank+plainExt)
	if err != nil {
		return nil, err
	}
	name, err := filepath.Rel(inside.Real(f.path), target)
	if err == nil && name == bank+plainExt {
		return unlock, nil
	}
	var unlockTarget func() error
	if err == nil {
		unlockTarget, err = f.lockFile(ctx, name)
	}
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	return func() error { return errors.Join(unlockTarget(), unlock()) }, nil
}

// lockFile locks one file of a bank.
func (f *Folder) lockFile(ctx context.Context, name string) (func() error, error) {
	path, err := f.dir.Lockable(name + ".lock")
	if err != nil {
		return nil, err
	}
	return filelock.Lock(ctx, path)
}

// write replaces the file of the bank, and removes the other form of it once
// the new one is on the disk.
func (f *Folder) write(bank string, text []byte) error {
	compressed, err := f.compresses(bank, len(text))
	if err != nil {
		return err
	}
	ext, other := plainExt, gzipExt
	write := func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
	if compressed {
		ext, other = other, ext
		write = func(w io.Writer) error {
			z, err := gzip.NewWriterLevel(w, gzip.BestSpeed) // four times faster, and a tenth larger
			if err != nil {
				return err
			}
			_, err = z.Write(text)
			return errors.Join(err, z.Close())
		}
	}
	path, err := f.dir.Writable(bank + ext)
	if err != nil {
		return err
	}
	if err := atomicfile.Write(path, write); err != nil {
		return err
	}
	if _, err := os.Lstat(f.file(bank, other)); err != nil {
		return nil
	}
	return atomicfile.Remove(f.file(bank, other))
}

// compresses says in which form a bank of so many bytes is written. One that is
// a symbolic link keeps its form, because the user decided to make the link.
func (f *Folder) compresses(bank string, size int) (bool, error) {
	for _, ext := range []string{plainExt, gzipExt} {
		if info, err := os.Lstat(f.file(bank, ext)); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return ext == gzipExt, nil
		}
	}
	if size <= compressAbove {
		return false, nil
	}
	return f.opts.Compress()
}
