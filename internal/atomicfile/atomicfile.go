// Package atomicfile replaces whole files: readers see the old content or the new
// one, never a part, also after a crash or with a full disk.
package atomicfile

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agmem/agmem"
)

const bufferSize = 64 << 10

// WriteFile is [Write] for content that is in memory already.
func WriteFile(path string, data []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Write replaces the file at path by what write writes, readable by its owner
// alone (0600). Missing folders are made (0700). A symbolic link stays one:
// what it points to is replaced.
//
// When Write returns nil the content and its name are on the disk. On any
// error, also one of write, which is returned as it is, the old file is
// untouched and nothing else is left behind; only a killed process leaves a
// temporary file, until the next Write, [Remove] or [Move] of path or a [Sweep]
// of its folder. A full disk is Unavailable, a missing permission Denied. What is
// at path and is not a regular file, such as a folder, a device or a named pipe,
// is Invalid and left alone: replacing it would destroy what other programs know
// it for. See [Deliver].
func Write(path string, write func(io.Writer) error) error { return replaceFile(path, write, false) }

// Rewrite is [WriteFile] for a file that another program uses too: one that is
// there keeps who may read and write it.
func Rewrite(path string, data []byte) error {
	return replaceFile(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}, true)
}

func replaceFile(path string, write func(io.Writer) error, keepMode bool) error {
	target, err := Resolve(path)
	if err != nil {
		return err
	}
	if err := replaceable(path, target); err != nil {
		return err
	}
	if err := makeFolders(filepath.Dir(target)); err != nil {
		return Failure(path, err)
	}
	f, err := createTemporary(target)
	if err != nil {
		return Failure(path, err)
	}
	if err = fill(f.File, write); err == nil && keepMode {
		err = copyMode(target, f.File)
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = f.become(target)
	}
	if err != nil {
		f.drop()
		return Failure(path, err)
	}
	return Failure(path, syncFolder(filepath.Dir(target)))
}

func fill(f *os.File, write func(io.Writer) error) error {
	w := bufio.NewWriterSize(f, bufferSize)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

// copyMode gives a file the mode of another one, if that is there.
func copyMode(from string, to *os.File) error {
	info, err := os.Stat(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return to.Chmod(info.Mode().Perm())
}

// Failure gives an error of the system a kind and the name of the file, and
// leaves an error that has a kind as it is.
func Failure(path string, err error) error {
	if err == nil {
		return nil
	}
	if _, ours := errors.AsType[*agmem.Error](err); ours {
		return err
	}
	switch {
	case IsFull(err):
		return agmem.Errorf(agmem.Unavailable, "cannot write %s: the disk is full: %w", path, err).
			WithHint("free some space and repeat the command; the file was not changed")
	case IsDenied(err):
		return agmem.Errorf(agmem.Denied, "cannot write %s: %w", path, err).
			WithHint("check who owns the file and its folder")
	}
	return agmem.Errorf(agmem.Unavailable, "cannot write %s: %w", path, err)
}

// IsDenied reports an error of the system about a missing permission, or about
// a file system that is read-only.
func IsDenied(err error) bool { return errors.Is(err, fs.ErrPermission) || isReadOnly(err) }

// Remove removes a file, or a symbolic link and not what it points to, and has
// that on the disk when it returns. A file that does not exist is not an error.
func Remove(path string) error {
	err := os.Remove(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Failure(path, err)
	}
	discard(temporaryName(path))
	return Failure(path, syncFolder(filepath.Dir(path)))
}

// Move renames a file, and has that on the disk when it returns. The folder it
// goes to must exist. What is at the new name is replaced. Between two file
// systems the file is copied, with its content and not its times, and then
// removed.
func Move(from, to string) error {
	err := replace(from, to)
	if isCrossDevice(err) {
		return copyAcross(from, to)
	}
	if err == nil {
		discard(temporaryName(from))
		err = errors.Join(syncFolder(filepath.Dir(to)), syncFolder(filepath.Dir(from)))
	}
	return Failure(to, err)
}

func copyAcross(from, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return Failure(from, err)
	}
	defer f.Close()
	err = Write(to, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
	if err != nil {
		return err
	}
	return Remove(from)
}
