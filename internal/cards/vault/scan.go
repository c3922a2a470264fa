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
	path string // below the folder of cards, with slashes and without .md
	info fs.FileInfo
}

func (f file) slug() string { return path.Base(f.path) }

// scan returns the files of all cards in the order of their paths. Hidden
// files and folders are left out, as Obsidian does. What cannot be read is an
// error that names it, beside the files that can.
func (v *Vault) scan() ([]file, error) { return walk(v.cards) }

func walk(cards *inside.Folder) ([]file, error) {
	s := scanner{cards: cards}
	s.folder("", 0)
	slices.SortFunc(s.files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return s.files, errors.Join(s.errs...)
}

type scanner struct {
	cards   *inside.Folder
	files   []file
	errs    []error
	parents []fs.FileInfo // the folders that lead to this one, to see circles of links
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

// folder walks through a folder, and through what links in it point to. It is
// looked up from the folder of cards each time, so that none of those on the way
// is exchanged for a link that leads elsewhere.
func (s *scanner) folder(below string, depth int) {
	info, err := s.cards.Stat(below)
	if err != nil {
		s.fail(below, err)
		return
	}
	circle := slices.ContainsFunc(s.parents, func(p fs.FileInfo) bool { return os.SameFile(p, info) })
	if circle || depth > maxDepth {
		s.fail(below, errors.New("a link points back to a folder above it, or the folders are too deep"))
		return
	}
	entries, err := s.cards.List(below)
	if err != nil {
		s.fail(below, err)
		return
	}
	s.parents = append(s.parents, info)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			s.entry(path.Join(below, e.Name()), e, depth)
		}
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
	info, err := e.Info()
	if mode&fs.ModeSymlink != 0 {
		info, err = s.cards.Stat(below)
	}
	link, leaves := errors.AsType[*inside.LinkError](err)
	switch {
	case leaves && (isCard || isFolder(link.Target)):
		s.errs = append(s.errs, err)
	case err != nil && isCard && !leaves:
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

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
