package sqlitedb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/agmem/agmem"
)

// migrate runs the steps that the tables of a component have not had. A file
// that holds some of its tables is copied beside itself first, and the copy
// stays where the migration fails.
func (d *DB) migrate(ctx context.Context, c Component, version int) error {
	if version == 0 {
		return d.takeSteps(ctx, c)
	}
	copied, err := d.copyBeside(ctx, version)
	if err != nil {
		return err
	}
	if err := d.takeSteps(ctx, c); err != nil {
		return agmem.Errorf(agmem.KindOf(err), "the tables of %s could not be upgraded: %w", d.path, err).
			WithHint("the file was left as it was, and a copy of it is in %s", copied)
	}
	d.removeCopies(copyOf(d.path, strconv.Itoa(version)))
	return nil
}

// RemoveCopies removes all copies that failed migrations left: what is to be gone
// from the database is in them too.
func (d *DB) RemoveCopies() { d.removeCopies(copyOf(d.path, "[0-9]+")) }

// removeCopies removes copies, also those of processes that were killed and of
// attempts that failed: they are of no use any more. One that another process makes
// at this moment is as useless.
func (d *DB) removeCopies(names *regexp.Regexp) {
	folder := filepath.Dir(d.path)
	files, _ := os.ReadDir(folder) // what could be read counts
	for _, f := range files {
		if names.MatchString(f.Name()) {
			_ = os.Remove(filepath.Join(folder, f.Name()))
		}
	}
}

func copyPrefix(path string, version int) string {
	return fmt.Sprintf(".%s.v%d.", filepath.Base(path), version)
}

// copyOf matches the names of copies of a version: they end with the process that
// made it, and what SQLite adds for its own files.
func copyOf(path, version string) *regexp.Regexp {
	return regexp.MustCompile(`^\.` + regexp.QuoteMeta(filepath.Base(path)) + `\.v` + version + `\.[0-9]+\.copy(-journal|-wal|-shm)?$`)
}

// copyBeside writes a private copy. Its name says the version and the process.
func (d *DB) copyBeside(ctx context.Context, version int) (string, error) {
	name := fmt.Sprint(copyPrefix(d.path, version), os.Getpid(), ".copy")
	to := filepath.Join(filepath.Dir(d.path), name)
	if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) { // an earlier process had the number
		return "", fileFailure(to, err)
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", fileFailure(to, err)
	}
	if err := f.Close(); err != nil {
		return "", fileFailure(to, err)
	}
	if _, err := d.sql.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return "", errors.Join(err, os.Remove(to))
	}
	return to, nil
}

// takeSteps runs the steps in one transaction, in which the version is read
// again: another process may have been quicker.
func (d *DB) takeSteps(ctx context.Context, c Component) error {
	return d.Write(ctx, func(ctx context.Context, t *Tx) error {
		h, err := readHeader(ctx, t)
		if err != nil {
			return err
		}
		if err := h.check(d.path); err != nil {
			return err
		}
		version, err := c.version(ctx, t, h)
		if err != nil {
			return err
		}
		if err := c.check(d.path, version); err != nil || version == len(c.Steps) {
			return err
		}
		return c.advance(ctx, t, version)
	})
}

// advance runs the steps after the first version of them.
func (c Component) advance(ctx context.Context, t *Tx, version int) error {
	before, err := c.countKept(ctx, t)
	if err != nil {
		return err
	}
	for i, step := range c.Steps[version:] {
		if err := step(ctx, t); err != nil {
			return fmt.Errorf("step %d of %s: %w", version+i+1, c.Name, err)
		}
	}
	if err := c.compareKept(ctx, t, before); err != nil {
		return err
	}
	return c.setVersion(ctx, t)
}
