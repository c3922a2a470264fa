package inside

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Writable returns the real path of a file that is to be written, made or
// moved. The file and its folders need not exist. A path that a link leads
// out of the folder is Denied, whether such links are read or not.
//
// A folder that another process exchanges for a link between this call and
// the writing is not noticed.
func (f *Folder) Writable(name string) (string, error) {
	folder := f.Path()
	inner := Real(folder)
	if base := Real(f.base); f.below != "." && !holds(base, inner) {
		return "", unwritten(&LinkError{folder, f.base, inner})
	}
	target := Real(f.Join(name))
	if !holds(inner, target) {
		return "", unwritten(&LinkError{f.Join(name), folder, target})
	}
	return target, nil
}

// Lockable is [Folder.Writable] for a file that is opened to lock it. What is
// there and is not a regular file is a [KindError]: to open it could wait.
func (f *Folder) Lockable(name string) (string, error) {
	target, err := f.Writable(name)
	if err != nil {
		return "", err
	}
	if info, err := os.Lstat(target); err == nil && !info.Mode().IsRegular() {
		return "", irregular(f.Join(name), info.Mode())
	}
	return target, nil
}

func holds(folder, path string) bool {
	_, ok := relative(folder, path)
	return ok
}

// Real returns a path without symbolic links, as far as it exists: what is made
// there later has the same path.
func Real(path string) string {
	found, err := filepath.EvalSymlinks(path)
	if err == nil {
		return found
	}
	above := filepath.Dir(path)
	if above == path {
		return path
	}
	if to, linkErr := os.Readlink(path); linkErr == nil && errors.Is(err, fs.ErrNotExist) {
		if !filepath.IsAbs(to) {
			to = filepath.Join(Real(above), to)
		}
		return Real(to) // a link to what does not exist yet
	}
	return filepath.Join(Real(above), filepath.Base(path))
}
