package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/agmem/agmem"
)

// maxLinks is how many symbolic links are followed; Linux stops there too.
const maxLinks = 40

// Resolve returns the file that path stands for: path itself, or what a
// symbolic link at its end points to, however long the chain. The file need
// not exist. A circle of links is Invalid.
func Resolve(path string) (string, error) {
	name := path
	for range maxLinks {
		info, err := os.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			return name, nil
		}
		if err != nil {
			return "", Failure(path, err)
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			return name, nil
		}
		if name, err = follow(name); err != nil {
			return "", Failure(path, err)
		}
	}
	return "", agmem.Errorf(agmem.Invalid, "%s is a symbolic link that points to itself", path)
}

// follow returns where the link points. A relative link counts from the real
// folder it is in, which differs from the folder's name where that is a
// link too.
func follow(link string) (string, error) {
	to, err := os.Readlink(link)
	if err != nil || filepath.IsAbs(to) {
		return to, err
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(link))
	if err != nil {
		return "", err
	}
	return filepath.Join(folder, to), nil
}

// makeFolders makes the folder and those above it, and has each new name on
// the disk: a synced file in a folder that a power cut takes away is lost.
func makeFolders(folder string) error {
	var missing []string
	for f := folder; ; f = filepath.Dir(f) {
		if _, err := os.Stat(f); err == nil || f == filepath.Dir(f) {
			break
		}
		missing = append(missing, f)
	}
	if len(missing) == 0 {
		return nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	for _, f := range slices.Backward(missing) {
		if err := syncFolder(filepath.Dir(f)); err != nil {
			return err
		}
	}
	return nil
}
