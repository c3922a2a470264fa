package vault

import (
	"context"
	"errors"
	"os"

	"github.com/agmem/agmem/internal/filelock"
)

// homeLock is what earlier versions lock in the home. It is never made where
// the cache folder can have the lock, and never removed: a process that waits
// for a removed file would not exclude one that makes it again.
const homeLock = ".memex.lock"

// locked runs a change of files alone among all processes that change the same
// folder of cards, so that no rename of links meets a card half way.
//
// The lock is in the cache folder. The one in the home is taken too where it is
// there, for versions that know no other, and made where the cache folder
// cannot be used. What is not excluded is a process with another cache folder,
// and an earlier version that makes the lock in the home during the change.
func (v *Vault) locked(ctx context.Context, change func() error) (err error) {
	unlock, err := v.lock(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if unlockErr := unlock(); err == nil {
			err = unlockErr
		}
	}()
	return change()
}

// lock takes the locks, always in the same order.
func (v *Vault) lock(ctx context.Context) (func() error, error) {
	home, err := v.root.Lockable(homeLock)
	if err != nil {
		return nil, err
	}
	file := keyed(v.opts.CacheDir, v.Folder(), ".lock")
	if file == "" {
		return filelock.Lock(ctx, home)
	}
	unlock, err := filelock.Lock(ctx, file)
	switch {
	case err != nil && (ctx.Err() != nil || errors.Is(err, filelock.ErrHeld)):
		return nil, err
	case err != nil: // the cache folder cannot be written to
		return filelock.Lock(ctx, home)
	}
	if _, err := os.Lstat(home); err != nil {
		return unlock, nil
	}
	unlockHome, err := filelock.Lock(ctx, home)
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	return func() error { return errors.Join(unlockHome(), unlock()) }, nil
}
