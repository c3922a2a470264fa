package vault

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cards/wikilink"
	"github.com/agmem/agmem/internal/fileindex"
)

// namedBy returns the cards that a question names and a filter lets through:
// those of which it is the path, the slug, the title or an alias, in the order
// of these ways.
func namedBy(ctx context.Context, view *fileindex.View, question string, filter agmem.Filter) ([]fileindex.Entry, error) {
	name := nameIn(question)
	candidates, err := view.Named(ctx, wikilink.TargetKeys(name))
	if err != nil {
		return nil, err
	}
	ways := make(map[string]wikilink.By)
	var files []string
	for _, e := range candidates {
		card, err := cardOf(e)
		if err != nil {
			return nil, err
		}
		way := card.Note().CalledBy(name)
		if way == wikilink.ByNothing || way == wikilink.ByWords && excludes(name) {
			continue
		}
		ways[e.File] = way
		files = append(files, e.File)
	}
	if files == nil {
		return nil, nil
	}
	named, err := view.In(ctx, files, filter)
	other := func(e fileindex.Entry) int { // those that are spelled otherwise come later
		if isSpelled(name, e.File) {
			return 0
		}
		return 1
	}
	slices.SortFunc(named, func(a, b fileindex.Entry) int {
		return cmp.Or(cmp.Compare(ways[a.File], ways[b.File]), other(a)-other(b), strings.Compare(a.File, b.File))
	})
	return named, err
}

// nameIn returns the name that a question may be, which may be written as a
// link, as the name of a file or as a phrase.
func nameIn(question string) string {
	question = strings.TrimSpace(question)
	for l := range wikilink.All([]byte(question)) {
		if l.Start == 0 && l.End == len(question) {
			return l.Target
		}
	}
	if inner := strings.Trim(question, `"`); len(inner) == len(question)-2 {
		question = inner
	}
	return strings.TrimSuffix(question, extension)
}

// excludes says whether a question has a word with a dash before it, which is
// not to be found.
func excludes(question string) bool {
	return slices.ContainsFunc(strings.Fields(question), func(word string) bool {
		return len(word) > 1 && strings.HasPrefix(word, "-")
	})
}

// callHits gives hits the names of their cards, and of those that their links
// lead to.
func callHits(ctx context.Context, view *fileindex.View, hits []cards.Hit) error {
	var keys []string
	for _, h := range hits {
		for _, target := range h.Links {
			keys = append(keys, wikilink.TargetKeys(target)...)
		}
	}
	entries, err := view.Named(ctx, keys)
	if err != nil {
		return err
	}
	linked, err := cardsOf(entries)
	if err != nil {
		return err
	}
	notes := make([]wikilink.Note, len(linked))
	for i, c := range linked {
		notes[i] = c.Note()
	}
	names, resolver := namesIn(view), wikilink.NewResolver(notes)
	for i := range hits {
		var links []string
		for target, to := range cards.Follow(hits[i].Card, resolver) {
			if to != "" {
				target = names.Of(to)
			}
			links = append(links, target)
		}
		hits[i].Name, hits[i].Links = names.Of(hits[i].Path), links
	}
	return nil
}
