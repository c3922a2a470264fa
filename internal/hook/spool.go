package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/filelock"
)

// Entry is what a session said at its end.
type Entry struct {
	Moment  Moment        `json:"moment"`
	At      agmem.Instant `json:"at"`
	Session string        `json:"session,omitempty"`
	Folder  string        `json:"folder,omitempty"` // in which it worked
	Text    string        `json:"text,omitempty"`
}

// Spool is a file of entries that a later command takes in.
type Spool struct{ folder string }

// NewSpool returns the spool in a folder, which may be missing.
func NewSpool(folder string) Spool { return Spool{folder} }

const (
	spoolFile = "spool.jsonl"
	takenFile = "spool.taken.jsonl"
	// maxSpool is how large the spool grows before entries are refused, in bytes.
	maxSpool = 64 << 20
)

func (s Spool) file(name string) string { return filepath.Join(s.folder, name) }

// lockAppending locks the name of the spool: while it is locked no entry is on its
// way into a file that another process has taken.
func (s Spool) lockAppending(ctx context.Context) (unlock func() error, err error) {
	return filelock.Lock(ctx, s.file(".append.lock"))
}

// Append adds an entry, on the disk when it returns nil. A spool of more than
// 64 MiB is TooLarge: nothing has taken it in for a long time.
func (s Spool) Append(ctx context.Context, e Entry) (err error) {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	unlock, err := s.lockAppending(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	f, err := os.OpenFile(s.file(spoolFile), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return agmem.Errorf(agmem.Unavailable, "cannot open the spool: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if info, err := f.Stat(); err != nil || info.Size() > maxSpool {
		return errors.Join(err, agmem.Errorf(agmem.TooLarge, "the spool has more than %d MiB", maxSpool>>20))
	}
	// A line break in front ends what a killed process wrote.
	if _, err := f.Write([]byte("\n" + string(line) + "\n")); err != nil {
		return agmem.Errorf(agmem.Unavailable, "cannot write to the spool: %w", err)
	}
	return f.Sync()
}

// IsEmpty says that there is nothing to take in.
func (s Spool) IsEmpty() bool {
	for _, name := range []string{spoolFile, takenFile} {
		if _, err := os.Lstat(s.file(name)); !errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	return true
}

// Take gives every entry to take and removes them when it has returned nil. After
// an error, or when the process is killed, the entries are given again next time:
// take has to bear that. Lines that are not entries are left out. One process
// takes at a time; where another one does, Take returns at once.
func (s Spool) Take(ctx context.Context, take func([]Entry) error) (err error) {
	soon, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	unlock, err := filelock.Lock(soon, s.file(".spool.lock"))
	if err != nil {
		if soon.Err() != nil && ctx.Err() == nil {
			return nil // the other process takes all
		}
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	for range 2 { // first what a killed process had taken
		if err := s.takeAway(ctx); err != nil {
			return ignoreMissing(err)
		}
		text, err := os.ReadFile(s.file(takenFile))
		if err != nil {
			return ignoreMissing(err)
		}
		if err := take(entries(text)); err != nil {
			return err
		}
		if err := os.Remove(s.file(takenFile)); err != nil {
			return err
		}
	}
	return nil
}

// takeAway renames the spool, unless one is taken already.
func (s Spool) takeAway(ctx context.Context) (err error) {
	if _, err := os.Lstat(s.file(takenFile)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	unlock, err := s.lockAppending(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	return os.Rename(s.file(spoolFile), s.file(takenFile))
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func entries(text []byte) []Entry {
	var all []Entry
	for line := range bytes.Lines(text) {
		var e Entry
		if len(bytes.TrimSpace(line)) > 0 && json.Unmarshal(line, &e) == nil {
			all = append(all, e)
		}
	}
	return all
}
