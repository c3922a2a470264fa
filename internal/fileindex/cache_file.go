package fileindex

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/agmem/agmem/internal/sqlitedb"
)

const (
	// lockWait is how long a call waits for other processes before it makes an
	// index of its own in memory. Each of them takes about a second at a time.
	lockWait  = 10 * time.Second
	lockRetry = 2 * time.Millisecond
)

// errNoLock is in the chain where the lock could not be had: nothing is known
// of the file, which may be sound.
var errNoLock = errors.New("no lock")

// cacheFile is the index in a file. It is used by one goroutine at a time.
type cacheFile struct {
	path string
	wait time.Duration // for other processes
	lock *flock.Flock
	db   *sqlitedb.DB // nil until it is opened
	info fs.FileInfo  // of the file that db has open
	// condemned is the stamp of a file that failed, for the next process that locks it alone.
	condemned Stamp
}

func newCacheFile(path string) *cacheFile {
	lock := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock")
	return &cacheFile{path: path, wait: lockWait, lock: flock.New(lock, flock.SetPermissions(0o600))}
}

// maxFailures is how often the file may fail in one view before that is made
// in memory: once as it was found, and twice after it was made again.
const maxFailures = 3

// view makes the view of a follower in the file.
func (c *cacheFile) view(ctx context.Context, f *follower, do lookup) error {
	if err := os.MkdirAll(filepath.Dir(c.path), 0o700); err != nil {
		return err
	}
	done, err := false, error(nil)
	if !f.writes {
		done, err = c.look(ctx, f, do)
	}
	for failures := 0; !done; done, err = c.follow(ctx, f, do) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			failures++
		}
		if failures == maxFailures || errors.Is(err, errNoLock) {
			return err
		}
	}
	return nil
}

// look calls do where nothing has changed, beside others who look.
func (c *cacheFile) look(ctx context.Context, f *follower, do lookup) (done bool, err error) {
	unlock, err := c.acquire(ctx, c.lock.TryRLockContext)
	if err != nil {
		return false, err
	}
	defer unlock()
	if !c.ready() {
		return false, nil
	}
	err = read(ctx, c.db, func(ctx context.Context, t *txn) error {
		s, err := readState(ctx, t)
		if err != nil || !f.unchanged(s) {
			return err
		}
		done, t.files = true, f.files
		return do(ctx, t)
	})
	if err != nil {
		c.condemn()
		return false, err
	}
	return done, nil
}

// follow does a step of what has changed, alone, and calls do after the last.
func (c *cacheFile) follow(ctx context.Context, f *follower, do lookup) (done bool, err error) {
	unlock, err := c.acquire(ctx, c.lock.TryLockContext)
	if err != nil {
		return false, err
	}
	defer unlock()
	empty := !c.ready()
	if empty {
		f.forget()
		if err := c.renew(); err != nil {
			return false, err
		}
	}
	if done, err = f.step(ctx, c.db, empty, do); err == nil {
		err = c.seal()
	}
	if err != nil {
		return false, errors.Join(err, c.discard())
	}
	return done, nil
}

// acquire gets the lock in one of its two ways.
func (c *cacheFile) acquire(ctx context.Context, try func(context.Context, time.Duration) (bool, error)) (unlock func(), err error) {
	waiting, cancel := context.WithTimeout(ctx, c.wait)
	defer cancel()
	if _, err := try(waiting, lockRetry); err != nil {
		return nil, errors.Join(errNoLock, err)
	}
	// Unlocking closes the lock file, which ends the lock whatever it says.
	return func() { _ = c.lock.Unlock() }, nil
}

// sealed is the time of writing that a finished cache file has: one that no
// clock gives a file that is being written.
func sealed() time.Time { return time.Unix(1_000_000_000, 0) }

// Discard removes the index in the file at a path, if there is one: the files that
// it is of are gone, so that nobody will make it true again.
func Discard(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); err != nil {
		return nil // there is none, or none that could be removed
	}
	c := newCacheFile(path)
	unlock, err := c.acquire(ctx, c.lock.TryLockContext)
	if err != nil {
		return err
	}
	defer unlock()
	return c.discard()
}

// seal notes that the file is as SQLite wants it, and on the disk. One that was
// not written still has its seal.
func (c *cacheFile) seal() error {
	if info, err := os.Stat(c.path); err == nil && info.ModTime().Equal(sealed()) {
		return nil
	}
	return os.Chtimes(c.path, time.Time{}, sealed())
}

// ready says whether the file is there and was sealed by the last who changed
// it, and if so has it open.
func (c *cacheFile) ready() bool {
	info, err := os.Stat(c.path)
	sound := err == nil && info.Mode().IsRegular() && info.ModTime().Equal(sealed()) && StampOf(info) != c.condemned
	if c.db != nil && !(sound && os.SameFile(c.info, info)) {
		sound = c.close() == nil && sound
	}
	if sound && c.db == nil {
		sound = c.open(info) == nil
	}
	return sound
}

// condemn notes that the file as it is now is not to be used again.
func (c *cacheFile) condemn() {
	if info, err := os.Stat(c.path); err == nil {
		c.condemned = StampOf(info)
	}
}

// discard removes whatever is in the place of the file.
func (c *cacheFile) discard() error {
	if err := c.close(); err != nil {
		return err
	}
	for _, ext := range []string{"-journal", "-wal", "-shm", ""} {
		if err := os.Remove(c.path + ext); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// renew puts an empty file in the place of whatever is there.
func (c *cacheFile) renew() error {
	if err := c.discard(); err != nil {
		return err
	}
	file, err := os.OpenFile(c.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	return c.open(info)
}

// open opens the file when the first statement needs it. What a crash leaves
// behind is not used: the seal is missing.
func (c *cacheFile) open(info fs.FileInfo) error {
	db, err := sqlitedb.OpenCache(c.path)
	if err != nil {
		return err
	}
	c.info, c.db = info, db
	return nil
}

func (c *cacheFile) close() error {
	if c.db == nil {
		return nil
	}
	err := c.db.Close()
	c.db = nil
	return err
}
