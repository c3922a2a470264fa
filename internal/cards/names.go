package cards

import (
	"path"
	"strings"
)

// Names says how cards are called, so that a name always leads to one card: by
// the slug, or by the path where several have the slug, with a / before a path
// that is the slug itself.
type Names struct {
	bearers map[string]int // how many cards have a slug
}

// NewNames returns the names of cards by the paths of all cards there are.
func NewNames(paths []string) Names {
	n := Names{make(map[string]int, len(paths))}
	for _, p := range paths {
		n.bearers[path.Base(p)]++
	}
	return n
}

// Of returns what the card with this path is called.
func (n Names) Of(cardPath string) string {
	name := path.Base(cardPath)
	switch {
	case n.bearers[name] <= 1:
	case cardPath == name:
		name = "/" + cardPath
	default:
		name = cardPath
	}
	if strings.HasSuffix(name, ".md") { // of the file x.md.md: every command cuts off one
		name += ".md"
	}
	return name
}
