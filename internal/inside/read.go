package inside

import (
	"io/fs"
	"os"
	"path/filepath"
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

// Session opens files of a folder one after another. It keeps the folder of the
// last one open, so that the next one in it costs no more than opening a file.
// It is for one goroutine, and for no longer than one listing is true.
type Session struct {
	of   *Folder
	dir  string
	root *os.Root // that dir is; nil for none yet
}

// Session begins a session.
func (f *Folder) Session() *Session { return &Session{of: f} }

// Open is [Folder.Open].
func (s *Session) Open(name string) (*os.File, fs.FileInfo, error) {
	dir := filepath.Dir(name)
	if s.root == nil || dir != s.dir {
		if err := s.enter(dir); err != nil {
			return nil, nil, err
		}
	}
	base := filepath.Base(name)
	info, err := s.root.Lstat(base)
	if err == nil && info.Mode().IsRegular() {
		if file, info, err := openRegular(s.root, base); err == nil {
			return file, info, nil
		}
	}
	return s.of.Open(name) // a link, or what is to be reported
}

func (s *Session) enter(dir string) error {
	s.Close()
	return s.of.do(dir, func(root *os.Root, name string) (err error) {
		s.root, err = root.OpenRoot(name)
		s.dir = dir
		return err
	})
}

// Close ends the session.
func (s *Session) Close() {
	if s.root != nil {
		_ = s.root.Close() // of what was only read
		s.root = nil
	}
}
