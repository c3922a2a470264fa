package wikilink

import (
	"path"
	"slices"
	"strings"
)

// Resolver knows which note a link means. Most links name a file exactly, so
// what is folded is only made when a link does not. It is not safe for
// concurrent use.
type Resolver struct {
	notes []Note
	paths map[string]int
	slugs index
	loose *looseNames // nil until it is needed
}

// looseNames are the names of notes under which a reader would know them.
type looseNames struct {
	paths index // folded
	slugs index // folded
	names index // aliases and titles, folded
	words index // of slugs, aliases and titles
}

// index is which notes have a name, by their places. Nearly all names have
// one, so only the others have a list.
type index struct {
	first map[string]int
	more  map[string][]int
}

func newIndex(size int) index {
	return index{first: make(map[string]int, size), more: make(map[string][]int)}
}

// add notes that a name means a note. The numbers of notes have to ascend.
func (x index) add(name string, i int) {
	first, taken := x.first[name]
	more := x.more[name]
	switch {
	case name == "":
	case !taken:
		x.first[name] = i
	case first != i && (len(more) == 0 || more[len(more)-1] != i):
		x.more[name] = append(more, i)
	}
}

// NewResolver returns the resolver of some notes. Where a name means several,
// the one beside the note with the link is taken, else the one least deep,
// else the first by path.
func NewResolver(notes []Note) *Resolver {
	r := &Resolver{
		notes: slices.SortedStableFunc(slices.Values(notes), nearestRoot),
		paths: make(map[string]int, len(notes)),
		slugs: newIndex(len(notes)),
	}
	for i, n := range r.notes {
		r.paths[n.Path] = i
		r.slugs.add(path.Base(n.Path), i)
	}
	return r
}

func (r *Resolver) looseNames() *looseNames {
	if r.loose != nil {
		return r.loose
	}
	size := len(r.notes)
	l := &looseNames{paths: newIndex(size), slugs: newIndex(size), names: newIndex(size), words: newIndex(2 * size)}
	for i, n := range r.notes {
		l.paths.add(Fold(n.Path), i)
		slug := path.Base(n.Path)
		l.slugs.add(Fold(slug), i)
		l.words.add(Words(slug), i)
		l.addName(n.Title, i)
		for _, alias := range n.Aliases {
			l.addName(alias, i)
		}
	}
	r.loose = l
	return l
}

func (l *looseNames) addName(name string, i int) {
	l.names.add(Fold(strings.TrimSpace(name)), i)
	l.words.add(Words(name), i)
}

func nearestRoot(a, b Note) int {
	if d := strings.Count(a.Path, "/") - strings.Count(b.Path, "/"); d != 0 {
		return d
	}
	return strings.Compare(a.Path, b.Path)
}

// Resolve returns the path of the note that a link in the note at from means,
// and by what it was found; ByNothing if there is none.
func (r *Resolver) Resolve(from, target string) (string, By) {
	isPath := strings.Contains(target, "/")
	if isPath {
		if i, ok := r.byPath(from, target); ok {
			return r.notes[i].Path, ByPath
		}
		if target[0] == '/' {
			return "", ByNothing
		}
	}
	if at, ok := r.find(r.slugs, from, target); ok {
		return at, BySlug
	}
	loose, words := r.looseNames(), ""
	if !isPath { // a folder and a name are not the words of one name
		words = Words(target)
	}
	for _, way := range []struct {
		index index
		name  string
		by    By
	}{
		{loose.slugs, Fold(target), BySlug},
		{loose.names, Fold(target), ByAlias},
		{loose.words, words, ByWords},
	} {
		if at, ok := r.find(way.index, from, way.name); ok {
			return at, way.by
		}
	}
	return "", ByNothing
}

// find returns the path of the note that a name means in the note at from.
func (r *Resolver) find(x index, from, name string) (string, bool) {
	first, ok := x.first[name]
	if !ok {
		return "", false
	}
	more := x.more[name]
	if len(more) == 0 || path.Dir(r.notes[first].Path) == path.Dir(from) {
		return r.notes[first].Path, true
	}
	for _, i := range more {
		if path.Dir(r.notes[i].Path) == path.Dir(from) {
			return r.notes[i].Path, true
		}
	}
	return r.notes[first].Path, true
}

// byPath takes a target for a path: from the root, from the folder of the note
// with the link, or for the end of a path.
func (r *Resolver) byPath(from, target string) (int, bool) {
	clean := strings.TrimPrefix(path.Clean("/"+target), "/")
	candidates := []string{clean}
	if strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../") {
		candidates = []string{strings.TrimPrefix(path.Join("/", path.Dir(from), target), "/")}
	} else if !strings.HasPrefix(target, "/") {
		candidates = append(candidates, strings.TrimPrefix(path.Join("/", path.Dir(from), target), "/"))
	}
	for _, name := range candidates {
		if i, ok := r.paths[name]; ok {
			return i, true
		}
		if i, ok := r.looseNames().paths.first[Fold(name)]; ok {
			return i, true
		}
	}
	end := "/" + Fold(clean)
	i := slices.IndexFunc(r.notes, func(n Note) bool { return strings.HasSuffix(Fold(n.Path), end) })
	return i, i >= 0 && !strings.HasPrefix(target, "/")
}
