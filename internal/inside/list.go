package inside

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
)

// Listing is what a folder holds.
type Listing struct {
	Info    fs.FileInfo // of the folder
	Entries []Entry     // by name
}

// Entry is one thing in a folder. A link is a link.
type Entry struct {
	Name string
	Type fs.FileMode
	Info fs.FileInfo // of what was looked at
	Err  error       // why it could not be looked at
}

// Dir is a folder in a [Folder], opened from the one above it. It is for one
// goroutine.
type Dir struct {
	of   *Folder
	name string
	up   *Dir     // nil for the first
	root *os.Root // nil as long as nothing in it is needed
}

// Dir returns the folder itself, to go through what is in it.
func (f *Folder) Dir() *Dir { return &Dir{of: f, name: "."} }

// Sub returns a folder in a folder. It is of use until that one is closed.
func (d *Dir) Sub(name string) *Dir { return &Dir{of: d.of, name: filepath.Join(d.name, name), up: d} }

// Close releases the folder.
func (d *Dir) Close() {
	if d.root != nil {
		_ = d.root.Close() // of what was only read
	}
}

// List returns what is in a folder. Look says at which regular files to look;
// nil for none. One that has gone by then is left out.
func (d *Dir) List(look func(name string) bool) (l Listing, err error) {
	file, err := d.open()
	if err != nil {
		return l, err
	}
	defer file.Close()
	if l.Info, err = file.Stat(); err != nil {
		return l, named(d.of.Join(d.name), err)
	}
	entries, err := readNames(file, d.of.Join(d.name))
	if err != nil {
		return l, err
	}
	l.Entries = make([]Entry, len(entries))
	for i, e := range entries {
		l.Entries[i] = Entry{Name: e.Name(), Type: e.Type()}
	}
	slices.SortFunc(l.Entries, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	if look != nil {
		if err = d.enter(); err == nil {
			l.Entries = lookAt(d.root, l.Entries, look)
		}
	}
	return l, err
}

// open opens the folder to read what is in it: from the one above, or where a
// link is in the way, from the topmost.
func (d *Dir) open() (*os.File, error) {
	if d.up != nil && d.up.enter() == nil {
		if file, err := openFolder(d.up.root, filepath.Base(d.name)); err == nil {
			return file, nil
		}
	}
	if err := d.enter(); err != nil {
		return nil, err
	}
	file, err := openFolder(d.root, ".")
	return file, named(d.of.Join(d.name), err)
}

// openFolder opens a folder, without waiting if it is something else.
func openFolder(root *os.Root, name string) (*os.File, error) {
	return root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}

// enter makes the folder a root, for what is below it.
func (d *Dir) enter() (err error) {
	if d.root != nil {
		return nil
	}
	if d.up != nil && d.up.enter() == nil {
		if d.root, err = d.up.root.OpenRoot(filepath.Base(d.name)); err == nil {
			return nil
		}
	}
	return d.of.do(d.name, func(root *os.Root, name string) error {
		d.root, err = root.OpenRoot(name)
		return err
	})
}

const (
	// lookers is how many files are looked at at a time: the system does that on
	// several processors.
	lookers = 4
	// fewest is how many files are worth it.
	fewest = 64
)

// lookAt fills in what the system says of some entries.
func lookAt(root *os.Root, entries []Entry, look func(name string) bool) []Entry {
	part := max((len(entries)+lookers-1)/lookers, fewest)
	var wait sync.WaitGroup
	for from := 0; from < len(entries); from += part {
		some := entries[from:min(from+part, len(entries))]
		wait.Go(func() {
			for i := range some {
				if e := &some[i]; e.Type.IsRegular() && look(e.Name) {
					e.Info, e.Err = root.Lstat(e.Name)
				}
			}
		})
	}
	wait.Wait()
	return slices.DeleteFunc(entries, func(e Entry) bool { return errors.Is(e.Err, fs.ErrNotExist) })
}
