package sqlitedb

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
)

const (
	privateFile   = 0o600
	privateFolder = 0o700
	ofOthers      = 0o077 // the rights of everyone but the owner
)

// Exposed names the files of the database that others than their owner may
// reach, each with its mode, and the folder if it holds nothing else. Modes mean
// nothing on Windows.
func (d *DB) Exposed() []string {
	var named []string
	for _, f := range d.exposed() {
		named = append(named, fmt.Sprintf("%s (%04o)", f.path, f.mode))
	}
	return named
}

// MakePrivate takes the rights that others have on what Exposed names.
func (d *DB) MakePrivate() error {
	for _, f := range d.exposed() {
		if err := os.Chmod(f.path, f.private); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return agmem.Errorf(agmem.Denied, "the permissions of %s cannot be changed: %w", f.path, err).
				WithHint("only the owner of a file can change them")
		}
	}
	return nil
}

// exposure is a file or folder that others may reach.
type exposure struct {
	path          string
	mode, private fs.FileMode
}

func (d *DB) exposed() []exposure {
	if !modesMatter {
		return nil
	}
	var found []exposure
	look := func(path string, private fs.FileMode) {
		info, err := os.Stat(path)
		if err == nil && info.Mode().Perm()&ofOthers != 0 {
			found = append(found, exposure{path, info.Mode().Perm(), private})
		}
	}
	for _, path := range append([]string{d.path}, sidecars(d.path)...) {
		look(path, privateFile)
	}
	if d.ownsFolder() {
		look(filepath.Dir(d.path), privateFolder)
	}
	return found
}

// ownsFolder says whether the folder of the database was made for it: it holds
// nothing else. Any other folder is none of our business.
func (d *DB) ownsFolder() bool {
	entries, err := os.ReadDir(filepath.Dir(d.path))
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), filepath.Base(d.path)) && !strings.HasPrefix(e.Name(), ".agmem-") {
			return false
		}
	}
	return err == nil
}
