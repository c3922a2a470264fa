package vault

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/agmem/agmem"
)

const extension = ".md"

// maxDepth is how deep folders are searched.
const maxDepth = 64

// file is the file of a card.
type file struct {
	path string      // below the folder of cards, with slashes and without .md
	info fs.FileInfo // nil where only names were asked for
}

func (f file) slug() string { return path.Base(f.path) }

// scan returns the files of all cards in the order of their paths. Hidden
// files and folders are left out, as Obsidian does. What cannot be read is an
// error that names it, beside the files that can.
func (v *Vault) scan() ([]file, error) { return v.walk(true) }

// names is scan without a look at every file: of those that are not links it
// has only the path.
func (v *Vault) names() ([]file, error) { return v.walk(false) }

func (v *Vault) walk(stat bool) ([]file, error) {
	s := scanner{root: v.Folder(), stat: stat}
	s.folder("", 0)
	if stat {
		s.look()
	}
	v.unfinished.Store(&s.unfinished)
	slices.SortFunc(s.files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return s.files, errors.Join(s.errs...)
}

type scanner struct {
	root    string
	stat    bool
	files   []file
	errs    []error
	parents []fs.FileInfo // the folders that lead to this one, to see circles of links
	// unfinished are folders with what may be temporary files.
	unfinished []string
}

func (s *scanner) fail(below string, err error) {
	s.errs = append(s.errs, agmem.Errorf(agmem.Unavailable, "%s: %w", filepath.Join(s.root, below), unwrapped(err)))
}

// unwrapped leaves out the path that an error of the system names, which would be
// there twice.
func unwrapped(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// folder walks through a folder, and through what links in it point to.
func (s *scanner) folder(below string, depth int) {
	full := filepath.Join(s.root, filepath.FromSlash(below))
	info, err := os.Stat(full)
	if err != nil {
		s.fail(below, err)
		return
	}
	circle := slices.ContainsFunc(s.parents, func(p fs.FileInfo) bool { return os.SameFile(p, info) })
	if circle || depth > maxDepth {
		s.fail(below, errors.New("a link points back to a folder above it, or the folders are too deep"))
		return
	}
	entries, err := os.ReadDir(full)
	if err != nil {
		s.fail(below, err)
		return
	}
	s.parents = append(s.parents, info)
	unfinished := false
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			unfinished = unfinished || strings.HasSuffix(e.Name(), ".tmp")
			continue
		}
		s.entry(path.Join(below, e.Name()), e, depth)
	}
	if unfinished {
		s.unfinished = append(s.unfinished, full)
	}
	s.parents = s.parents[:len(s.parents)-1]
}

func (s *scanner) entry(below string, e fs.DirEntry, depth int) {
	isCard := strings.HasSuffix(below, extension)
	mode := e.Type()
	if mode.IsDir() {
		s.folder(below, depth+1)
		return
	}
	if mode&fs.ModeSymlink == 0 && !isCard {
		return
	}
	if mode.IsRegular() { // which is looked at later, if at all
		s.files = append(s.files, file{path: strings.TrimSuffix(below, extension)})
		return
	}
	info, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(below)))
	switch {
	case err != nil && isCard && !errors.Is(err, fs.ErrNotExist) || err != nil && isCard && mode&fs.ModeSymlink != 0:
		s.fail(below, err)
	case err != nil:
	case info.IsDir():
		s.folder(below, depth+1)
	case isCard && info.Mode().IsRegular():
		s.files = append(s.files, file{strings.TrimSuffix(below, extension), info})
	case isCard:
		s.fail(below, errors.New("it is not a regular file"))
	}
}

// lookers is how many files are looked at at a time: the system does that on
// several processors.
const lookers = 4

// look fills in what the system says of the files, and leaves out those that
// have gone since.
func (s *scanner) look() {
	errs := make([]error, len(s.files))
	part := (len(s.files) + lookers - 1) / lookers
	var wait sync.WaitGroup
	for from := 0; from < len(s.files); from += part {
		wait.Go(func() {
			for i := from; i < min(from+part, len(s.files)); i++ {
				if f := &s.files[i]; f.info == nil {
					f.info, errs[i] = os.Stat(filepath.Join(s.root, filepath.FromSlash(f.path)+extension))
				}
			}
		})
	}
	wait.Wait()
	there := s.files[:0]
	for i, f := range s.files {
		switch err := errs[i]; {
		case err == nil:
			there = append(there, f)
		case !errors.Is(err, fs.ErrNotExist):
			s.fail(f.path+extension, err)
		}
	}
	s.files = there
}
