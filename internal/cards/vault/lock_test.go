package vault_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/cards/vault"
	"github.com/agmem/agmem/internal/filelock"
)

const oldLock = ".memex.lock" // where versions before this one lock a home

// locks returns the locks of cards in the cache folder.
func (v *fixture) locks() []string {
	v.T.Helper()
	found, err := filepath.Glob(filepath.Join(v.cache, "cards", "*.lock"))
	v.ok(err)
	return found
}

// waits says whether a write waits for somebody who holds a lock.
func waits(t *testing.T, home *vault.Vault) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := home.Write(ctx, "card", []byte(complete))
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	return err != nil
}

func TestTheLockIsNotInTheHome(t *testing.T) {
	v := newVault(t, nil)
	_, err := v.Write(t.Context(), "sub/card", []byte(complete))
	v.ok(err)
	v.ok(v.Mark(t.Context(), "card", "stale"))
	_, err = v.Rename(t.Context(), "card", "other")
	v.ok(err)
	_, err = v.Archive(t.Context(), "other")
	v.ok(err)
	if names := v.entries("."); !slices.Equal(names, []string{"archive", "cards"}) {
		t.Errorf("the home holds %v", names)
	}
	if locks := v.locks(); len(locks) != 1 {
		t.Fatalf("the locks are %v", locks)
	}
	unlock, err := filelock.Lock(t.Context(), v.locks()[0])
	v.ok(err)
	if !waits(t, v.Vault) {
		t.Error("a write does not wait for who holds the lock")
	}
	v.ok(unlock())
	if waits(t, v.Vault) {
		t.Error("a write waits for nobody")
	}
}

// However a folder of cards is reached, there is one lock for it, from the
// first card on.
func TestAHomeHasOneLock(t *testing.T) {
	v := newVault(t, nil)
	v.ok(os.RemoveAll(v.Home()))
	dir := t.TempDir()
	v.ok(os.Symlink(filepath.Dir(v.Home()), filepath.Join(dir, "above")))
	first := v.open(filepath.Join(dir, "above", "home"), v.cache)
	if waits(t, first) {
		t.Fatal("a write waits for nobody")
	}
	v.ok(os.Symlink(v.Home(), filepath.Join(dir, "link")))
	v.ok(os.Mkdir(filepath.Join(dir, "other"), 0o700))
	v.ok(os.Symlink(v.Folder(), filepath.Join(dir, "other", "cards")))
	for _, home := range []string{v.Home(), filepath.Join(dir, "link"), filepath.Join(dir, "other")} {
		if waits(t, v.open(home, v.cache)) {
			t.Error("a write waits for nobody")
		}
	}
	if locks := v.locks(); len(locks) != 1 {
		t.Errorf("the locks are %v", locks)
	}
	if waits(t, v.open(filepath.Join(dir, "another"), v.cache)) || len(v.locks()) != 2 {
		t.Errorf("the locks of two homes are %v", v.locks())
	}
}

// A version that locks a file in the home and this one wait for each other.
func TestOlderVersionsAreWaitedFor(t *testing.T) {
	v := newVault(t, nil)
	unlock, err := filelock.Lock(t.Context(), filepath.Join(v.Home(), oldLock))
	v.ok(err)
	if !waits(t, v.Vault) {
		t.Error("a write does not wait for an older version")
	}
	v.ok(unlock())
	if waits(t, v.Vault) {
		t.Error("a write waits for nobody")
	}
	if names := v.entries("."); !slices.Contains(names, oldLock) {
		t.Error("the lock of older versions has gone: two of them could lock two files of that name")
	}
}

// Without a cache folder the lock is in the home. A process that has one waits
// for it too.
func TestLockWithoutACache(t *testing.T) {
	v := newVault(t, nil)
	blocked := filepath.Join(t.TempDir(), "file")
	v.ok(os.WriteFile(blocked, nil, 0o600))
	for _, cache := range []string{"", blocked} {
		bare := v.open(v.Home(), cache)
		if waits(t, bare) {
			t.Error("a write waits for nobody")
		}
		unlock, err := filelock.Lock(t.Context(), filepath.Join(v.Home(), oldLock))
		v.ok(err)
		if !waits(t, bare) || !waits(t, v.Vault) {
			t.Error("a write does not wait for who has no cache folder")
		}
		v.ok(unlock())
	}
}
