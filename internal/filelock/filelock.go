// Package filelock locks files between processes, with a limit on how long one
// waits.
package filelock

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
)

const (
	// Wait is how long [Lock] waits for other processes.
	Wait = 10 * time.Second
	// retry is how often it looks whether they are done.
	retry = time.Millisecond
)

// ErrHeld is in the chain of Lock's error where other processes held the lock
// all the time.
var ErrHeld = errors.New("the lock is held")

// Lock locks the file at path, against all other processes and goroutines, and
// returns what unlocks it. The file (0600) and its folders (0700) are made
// where they are missing, and the file stays: removing it would let two
// processes lock two files of that name.
//
// A lock that others hold for longer than [Wait] is Unavailable, with
// [ErrHeld] in the chain; a missing permission is Denied.
func Lock(ctx context.Context, path string) (unlock func() error, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, failed(path, err)
	}
	l := flock.New(path, flock.SetPermissions(0o600))
	waiting, cancel := context.WithTimeout(ctx, Wait)
	defer cancel()
	if _, err := l.TryLockContext(waiting, retry); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, failed(path, err)
	}
	return l.Unlock, nil
}

func failed(path string, err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return agmem.Errorf(agmem.Unavailable, "another process has held %s for %v: %w", path, Wait, ErrHeld).
			WithHint("repeat the command when that process is done")
	case atomicfile.IsDenied(err):
		return agmem.Errorf(agmem.Denied, "cannot lock %s: %w", path, err).
			WithHint("check who owns the file and its folder")
	}
	return agmem.Errorf(agmem.Unavailable, "cannot lock %s: %w", path, err)
}
