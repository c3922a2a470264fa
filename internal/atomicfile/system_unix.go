//go:build !windows

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

func replace(from, to string) error { return os.Rename(from, to) }

// syncFolder puts the names in a folder on the disk. File systems that cannot
// do that for a folder say EINVAL or ENOTSUP; they have nothing to sync.
func syncFolder(folder string) error {
	d, err := os.Open(folder)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, d.Close())
}

// findsKilled says whether a temporary file shows that its writer was killed.
const findsKilled = true

// lock locks a file until it is closed, also by the end of the process. One
// that is locked is EWOULDBLOCK.
func lock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// claim locks a file that was just made, and says whether it still has its
// name: somebody who found it unlocked may have removed it. Where the file
// system has no locks, nobody does that.
func claim(f *os.File) bool {
	err := lock(f)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false
	}
	return err != nil || isAt(f, f.Name())
}

// abandoned calls act with a temporary file whose writer was killed, and says
// whether that succeeded. The file has no writer if it can be locked, and while
// it is, nobody else takes it away.
func abandoned(name string, act func(name string) error) bool {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return false
	}
	const safely = syscall.O_NOFOLLOW | syscall.O_NONBLOCK // it may have become something else
	f, err := os.OpenFile(name, os.O_RDWR|safely, 0)       // locks of network file systems need to write
	if errors.Is(err, fs.ErrPermission) {
		f, err = os.OpenFile(name, os.O_RDONLY|safely, 0)
	}
	if err != nil {
		return false
	}
	defer f.Close()
	return lock(f) == nil && isAt(f, name) && act(name) == nil
}

// become gives the file the name of its target, in place of what has it. A file
// that was synced has nothing more to report when it is closed.
func (t temporary) become(target string) error {
	if err := replace(t.Name(), target); err != nil {
		return err
	}
	_ = t.Close()
	return nil
}

// drop removes the file while it is locked: later its name may be another's.
func (t temporary) drop() {
	_ = os.Remove(t.Name())
	_ = t.Close()
}

// nonBlocking makes opening a named pipe fail if it has no reader.
const nonBlocking = syscall.O_NONBLOCK

func isWithoutReader(err error) bool { return errors.Is(err, syscall.ENXIO) }

// IsFull reports an error of the system about a full disk or a used-up quota.
func IsFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

func isReadOnly(err error) bool { return errors.Is(err, syscall.EROFS) }

func isCrossDevice(err error) bool { return errors.Is(err, syscall.EXDEV) }
