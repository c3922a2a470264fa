package wikilink

import (
	"path"
	"slices"
	"strings"
	"unicode"
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

func (n Note) names() []string {
	return append([]string{path.Base(n.Path), n.Title}, n.Aliases...)
}

// Keys returns the keys of a note, each once. A link that leads to the note has
// one of them among its [TargetKeys], so that a [Resolver] of the notes with
// these keys finds the same note as one of all notes.
func (n Note) Keys() []string {
	var keys []string
	for _, name := range n.names() {
		keys = append(keys, key(name))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// TargetKeys returns the keys that a target of a link may have: those of a name
// with slashes in it, and of the end of a path.
func TargetKeys(target string) []string {
	return []string{key(target), key(path.Base(path.Clean("/" + target)))}
}

// maxKey is the longest key, in bytes: a title may be a whole text.
const maxKey = 200

// key is the loosest form in which names are compared. Names that are the same
// in any other form have the same key.
func key(name string) string {
	k := Words(name)
	if k == "" {
		k = Fold(strings.TrimSpace(name))
	}
	return strings.ToValidUTF8(k[:min(maxKey, len(k))], "")
}

// CalledBy says in which of the ways of a link a text that a person typed is a
// name of the note. Words must be the same except what is between them: C# is
// not C.
func (n Note) CalledBy(text string) By {
	text = strings.TrimSpace(text)
	folded, spaced := Fold(text), dashed(text)
	isPath := strings.Contains(text, "/") && strings.HasSuffix("/"+Fold(n.Path), "/"+strings.TrimPrefix(folded, "/"))
	is := func(name string) bool { return Fold(strings.TrimSpace(name)) == folded }
	has := func(name string) bool { return spaced != "" && dashed(name) == spaced }
	names := n.names()
	switch {
	case isPath:
		return ByPath
	case is(names[0]):
		return BySlug
	case slices.ContainsFunc(names, is):
		return ByAlias
	case slices.ContainsFunc(names, has):
		return ByWords
	}
	return ByNothing
}

// dashed returns a folded name with dashes between its words.
func dashed(name string) string {
	return strings.Join(strings.FieldsFunc(Fold(name), func(r rune) bool {
		return unicode.IsSpace(r) || r == '-' || r == '_'
	}), "-")
}
