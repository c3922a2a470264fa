package library

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/agmem/agmem"
)

// withoutProject returns a query without the name of the project that it is asked
// in, where no source has that word: "how do we deploy in the shop", asked in the
// shop, says where and not what. A word that nothing has would count as one that was
// not found, in every hit. Where a memory has it, it stays; so it does in a query with
// operators.
func (f Finder) withoutProject(ctx context.Context, active []*source, query agmem.Query) agmem.Query {
	if !query.Projects.Prefers() {
		return query
	}
	name := LastPart(query.Projects.Current.Repository)
	words := strings.Fields(query.Text)
	names := func(word string) bool { return strings.EqualFold(strings.TrimFunc(word, unicode.IsPunct), name) }
	if hasOperators(words) || !slices.ContainsFunc(words, names) {
		return query
	}
	if rest := slices.DeleteFunc(words, names); len(rest) > 0 && !f.isKnown(ctx, active, name) {
		query.Text = strings.Join(rest, " ")
	}
	return query
}

func hasOperators(words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		return strings.ContainsAny(word, `"()*`) || strings.HasPrefix(word, "-") || slices.Contains([]string{"AND", "OR", "NOT"}, word)
	})
}

// isKnown says whether any source has a word, in any form that begins with it. One
// that cannot be asked may have it.
func (f Finder) isKnown(ctx context.Context, active []*source, word string) bool {
	strict := word + "*" // a strict word is not corrected
	if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		strict = `"` + word + `"`
	}
	return slices.ContainsFunc(active, func(src *source) bool {
		hits, err := f.ask(ctx, src, agmem.Query{Text: strict, Limit: 1})
		return len(hits) > 0 || err != nil
	})
}
