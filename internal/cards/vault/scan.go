package vault

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/inside"
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
func (v *Vault) scan() ([]file, error) { return v.walk(isCard) }

// names is scan without a look at every file: of those that are not links it
// has only the path.
func (v *Vault) names() ([]file, error) { return v.walk(nil) }

// walk is the function walk, and remembers where it saw temporary files.
func (v *Vault) walk(look func(name string) bool) ([]file, error) {
	files, unfinished, err := walk(v.cards, look)
	v.unfinished.Store(&unfinished)
	return files, err
}

func isCard(name string) bool {
	return strings.HasSuffix(name, extension) && !strings.HasPrefix(name, ".")
}

// walk goes through a folder of cards, and looks at those that look says. It also
// returns the folders with what may be temporary files.
func walk(cards *inside.Folder, look func(name string) bool) (files []file, unfinished []string, err error) {
	s := scanner{cards: cards, look: look}
	top := cards.Dir()
	defer top.Close()
	s.folder(top, "", 0)
	slices.SortFunc(s.files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return s.files, s.unfinished, errors.Join(s.errs...)
}

type scanner struct {
	cards   *inside.Folder
	look    func(name string) bool
	files   []file
	errs    []error
	parents []fs.FileInfo // the folders that lead to this one, to see circles of links
	// unfinished are folders, below that of the cards, with what may be temporary
	// files.
	unfinished []string
}

func (s *scanner) fail(below string, err error) {
	s.errs = append(s.errs, agmem.Errorf(agmem.Unavailable, "%s: %w", s.cards.Join(below), unwrapped(err)))
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
func (s *scanner) folder(dir *inside.Dir, below string, depth int) {
	listed, err := dir.List(s.look)
	if err != nil {
		s.fail(below, err)
		return
	}
	circle := slices.ContainsFunc(s.parents, func(p fs.FileInfo) bool { return os.SameFile(p, listed.Info) })
	if circle || depth > maxDepth {
		s.fail(below, errors.New("a link points back to a folder above it, or the folders are too deep"))
		return
	}
	s.parents = append(s.parents, listed.Info)
	unfinished := false
	for _, e := range listed.Entries {
		if strings.HasPrefix(e.Name, ".") {
			unfinished = unfinished || strings.HasSuffix(e.Name, ".tmp")
			continue
		}
		s.entry(dir, path.Join(below, e.Name), e, depth)
	}
	if unfinished {
		s.unfinished = append(s.unfinished, below)
	}
	s.parents = s.parents[:len(s.parents)-1]
}

func (s *scanner) entry(dir *inside.Dir, below string, e inside.Entry, depth int) {
	switch {
	case e.Type.IsDir():
		s.sub(dir, below, depth)
	case e.Type&fs.ModeSymlink != 0:
		s.link(dir, below, depth)
	case !isCard(e.Name):
	case e.Err != nil:
		s.fail(below, e.Err)
	case !e.Type.IsRegular() || e.Info != nil && !e.Info.Mode().IsRegular():
		s.fail(below, errors.New(irregular))
	default:
		s.files = append(s.files, file{strings.TrimSuffix(below, extension), e.Info})
	}
}

// sub walks through a folder in a folder.
func (s *scanner) sub(dir *inside.Dir, below string, depth int) {
	inner := dir.Sub(path.Base(below))
	defer inner.Close()
	s.folder(inner, below, depth+1)
}

const irregular = "it is not a regular file"

// link goes where a link leads, unless that is out of the folder.
func (s *scanner) link(dir *inside.Dir, below string, depth int) {
	info, err := s.cards.Stat(below)
	out, leaves := errors.AsType[*inside.LinkError](err)
	switch card := isCard(path.Base(below)); {
	case leaves && (card || isFolder(out.Target)):
		s.errs = append(s.errs, err)
	case err != nil && card && !leaves:
		s.fail(below, err)
	case err != nil:
	case info.IsDir():
		s.sub(dir, below, depth)
	case card && info.Mode().IsRegular():
		s.files = append(s.files, file{strings.TrimSuffix(below, extension), info})
	case card:
		s.fail(below, errors.New(irregular))
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
