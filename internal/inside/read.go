package inside

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
)

// Stat returns what the system says of a file, or of what a link leads to.
func (f *Folder) Stat(name string) (info fs.FileInfo, err error) {
	err = f.do(name, func(root *os.Root, name string) (err error) {
		info, err = root.Stat(name)
		return err
	})
	return info, err
}

// List returns what is in a folder, by name.
func (f *Folder) List(name string) (entries []fs.DirEntry, err error) {
	err = f.do(name, func(root *os.Root, name string) error {
		folder, err := root.Open(name)
		if err != nil {
			return err
		}
		defer folder.Close()
		entries, err = folder.ReadDir(-1)
		return err
	})
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// Open opens a regular file to be read. Anything else is a [KindError], and is
// not opened: that alone can wait for somebody or change a device.
func (f *Folder) Open(name string) (file *os.File, info fs.FileInfo, err error) {
	err = f.do(name, func(root *os.Root, name string) (err error) {
		if info, err = root.Stat(name); err == nil {
			err = checkRegular(name, info)
		}
		if err == nil {
			file, info, err = openRegular(root, name)
		}
		return err
	})
	return file, info, err
}

// openRegular opens what was a regular file a moment ago. If it is a named pipe
// by now, that does not wait for a writer.
func openRegular(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err == nil {
		err = checkRegular(name, info)
	}
	if err != nil {
		_ = file.Close()
		return nil, nil, err
	}
	return file, info, nil
}

func checkRegular(name string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return &KindError{name, info.Mode()}
}
