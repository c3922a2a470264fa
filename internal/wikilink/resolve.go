package wikilink

import (
	"path"
	"slices"
	"strings"
)

// Note is what a link may mean.
type Note struct {
	Path    string // below the root, with slashes and without .md; unique
	Title   string
	Aliases []string
}

// By says by what a link found its note.
type By int

// The ways, in their order: the first that finds a note is taken.
const (
	ByNothing By = iota
	ByPath       // a path from the root, from the note with the link, or the end of one
	BySlug       // the name of the file
	ByAlias      // an alias or the title
	ByWords      // the words of the name, an alias or the title: [[Data Science]] for data-science
)

// Resolver knows which note a link means. Most links name a file exactly, so
// what is folded is only made when a link does not. It is not safe for
// concurrent use.
type Resolver struct {
	notes []Note
	paths map[string]int
	slugs map[string][]int
	loose *looseNames // nil until it is needed
}

// looseNames are the names of notes under which a reader would know them.
type looseNames struct {
	paths map[string]int   // folded
	slugs map[string][]int // folded
	names map[string][]int // aliases and titles, folded
	words map[string][]int // of slugs, aliases and titles
}

// NewResolver returns the resolver of some notes. Where a name means several,
// the one beside the note with the link is taken, else the one least deep,
// else the first by path.
func NewResolver(notes []Note) *Resolver {
	r := &Resolver{
		notes: slices.SortedStableFunc(slices.Values(notes), nearestRoot),
		paths: make(map[string]int, len(notes)),
		slugs: make(map[string][]int, len(notes)),
	}
	places := make([]int, len(r.notes)) // one piece of memory for all lists of one
	for i, n := range r.notes {
		r.paths[n.Path] = i
		slug := path.Base(n.Path)
		if list, ok := r.slugs[slug]; ok {
			r.slugs[slug] = append(list, i)
			continue
		}
		places[i] = i
		r.slugs[slug] = places[i : i+1 : i+1]
	}
	return r
}

func (r *Resolver) looseNames() *looseNames {
	if r.loose != nil {
		return r.loose
	}
	l := &looseNames{
		paths: make(map[string]int), slugs: make(map[string][]int),
		names: make(map[string][]int), words: make(map[string][]int),
	}
	for i, n := range r.notes {
		if _, taken := l.paths[Fold(n.Path)]; !taken {
			l.paths[Fold(n.Path)] = i
		}
		slug := path.Base(n.Path)
		add(l.slugs, Fold(slug), i)
		add(l.words, Words(slug), i)
		for _, name := range append([]string{n.Title}, n.Aliases...) {
			add(l.names, Fold(strings.TrimSpace(name)), i)
			add(l.words, Words(name), i)
		}
	}
	r.loose = l
	return l
}

func add(index map[string][]int, name string, i int) {
	if name != "" && !slices.Contains(index[name], i) {
		index[name] = append(index[name], i)
	}
}

func nearestRoot(a, b Note) int {
	if d := strings.Count(a.Path, "/") - strings.Count(b.Path, "/"); d != 0 {
		return d
	}
	return strings.Compare(a.Path, b.Path)
}

// Resolve returns the path of the note that a link in the note at from means,
// and by what it was found; ByNothing where there is none.
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
	if found := r.slugs[target]; len(found) > 0 {
		return r.notes[r.nearest(from, found)].Path, BySlug
	}
	loose, words := r.looseNames(), ""
	if !isPath { // a folder and a name are not the words of one name
		words = Words(target)
	}
	for _, way := range []struct {
		index map[string][]int
		name  string
		by    By
	}{
		{loose.slugs, Fold(target), BySlug},
		{loose.names, Fold(target), ByAlias},
		{loose.words, words, ByWords},
	} {
		if found := way.index[way.name]; len(found) > 0 {
			return r.notes[r.nearest(from, found)].Path, way.by
		}
	}
	return "", ByNothing
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
		if i, ok := r.looseNames().paths[Fold(name)]; ok {
			return i, true
		}
	}
	end := "/" + Fold(clean)
	i := slices.IndexFunc(r.notes, func(n Note) bool { return strings.HasSuffix(Fold(n.Path), end) })
	return i, i >= 0 && !strings.HasPrefix(target, "/")
}

// nearest returns which of several notes is meant by a name.
func (r *Resolver) nearest(from string, found []int) int {
	for _, i := range found {
		if path.Dir(r.notes[i].Path) == path.Dir(from) {
			return i
		}
	}
	return found[0]
}
