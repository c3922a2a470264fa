package config

import (
	"context"
	"path/filepath"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/filelock"
)

// Update changes the file at path: it reads it, calls change and writes what
// came out, while no other process does the same, so that no change is
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
			err = agmem.Errorf(agmem.Unavailable, "cannot unlock the configuration %s: %w", file, unlockErr)
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
	atomicfile.Sweep(filepath.Dir(file), func(name string) bool { return name == filepath.Base(file) })
	return atomicfile.WriteFile(file, text)
}

func lock(file string) (unlock func() error, err error) {
	return filelock.Lock(context.Background(), filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+".lock"))
}
