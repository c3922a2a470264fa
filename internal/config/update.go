package config

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
)

const (
	// lockWait is how long Update waits for other processes.
	lockWait = 10 * time.Second
	// lockRetry is how often it looks whether they are done.
	lockRetry = 2 * time.Millisecond
)

// Update changes the file at path: it reads it, calls change and writes what
// came out, alone among all processes that do the same, so that no change is
// lost. When change returns an error nothing is written and Update returns
// that error. A lock that other processes hold for more than ten seconds is
// Unavailable.
//
// The lock is the file .config.json.lock (for config.json) in the same
// folder. It stays: removing it would let two processes lock two files of
// that name.
func Update(path string, change func(*Config) error) (err error) {
	file, err := atomicfile.Resolve(path)
	if err != nil {
		return err
	}
	unlock, err := lock(file)
	if err != nil {
		return err
	}
	defer func() {
		if unlockErr := unlock(); err == nil && unlockErr != nil {
			err = lockFailed(file, unlockErr)
		}
	}()
	c, err := Load(file)
	if err != nil {
		return err
	}
	if err := change(c); err != nil {
		return err
	}
	text, err := c.encode()
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(file, text)
}

func lock(file string) (unlock func() error, err error) {
	folder, name := filepath.Split(file)
	if folder != "" {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, lockFailed(file, err)
		}
	}
	l := flock.New(filepath.Join(folder, "."+name+".lock"), flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	if _, err := l.TryLockContext(ctx, lockRetry); err != nil {
		return nil, lockFailed(file, err)
	}
	return l.Unlock, nil
}

func lockFailed(file string, err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return agmem.Errorf(agmem.Unavailable, "another process has held the configuration %s for %v", file, lockWait).
			WithHint("repeat the command when that process is done")
	case errors.Is(err, fs.ErrPermission):
		return agmem.Errorf(agmem.Denied, "cannot change the configuration %s: %w", file, err)
	}
	return agmem.Errorf(agmem.Unavailable, "cannot change the configuration %s: %w", file, err)
}
