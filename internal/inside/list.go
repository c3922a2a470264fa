package inside

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"slices"
	"sync"
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

// List returns what is in a folder. Look says at which regular files to look;
// nil for none. One that has gone by then is left out.
func (f *Folder) List(name string, look func(name string) bool) (l Listing, err error) {
	err = f.do(name, func(root *os.Root, name string) error {
		folder, err := root.OpenRoot(name)
		if err != nil {
			return err
		}
		defer folder.Close()
		l, err = list(folder, f.Join(name))
		if err == nil && look != nil {
			l.Entries = lookAt(folder, l.Entries, look)
		}
		return err
	})
	return l, err
}

func list(root *os.Root, path string) (l Listing, err error) {
	folder, err := root.Open(".")
	if err != nil {
		return l, err
	}
	defer folder.Close()
	if l.Info, err = folder.Stat(); err != nil {
		return l, err
	}
	entries, err := readNames(folder, path)
	if err != nil {
		return l, err
	}
	l.Entries = make([]Entry, len(entries))
	for i, e := range entries {
		l.Entries[i] = Entry{Name: e.Name(), Type: e.Type()}
	}
	slices.SortFunc(l.Entries, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	return l, nil
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
