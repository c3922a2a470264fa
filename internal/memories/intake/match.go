package intake

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agmem/agmem/internal/memories/table"
)

// pair is a memory that came from a file and what the file says in its place.
type pair struct {
	old *table.Record
	in  *incoming
}

// matched is how the memories that came from a file and those that it has now
// belong together.
type matched struct {
	same      []pair // the file has the text that it had
	rewritten []pair // another text below the same heading, with words of the old one
	gone      []*table.Record
	fresh     []*incoming
}

// match compares what came from a file with what it says now.
func match(old []table.Record, now []*incoming) matched {
	byText := make(map[table.Hash]*table.Record, 2*len(old))
	for i := range old {
		byText[old[i].Hash] = &old[i]
	}
	for i := range old {
		byText[old[i].InFile()] = &old[i]
	}
	var m matched
	taken := make(map[*table.Record]bool)
	var fresh []*incoming
	for _, in := range now {
		r := byText[in.Hash]
		if r == nil || taken[r] {
			fresh = append(fresh, in)
			continue
		}
		taken[r] = true
		m.same = append(m.same, pair{r, in})
	}
	gone := make(map[string][]*table.Record) // by heading
	for i := range old {
		if r := &old[i]; !taken[r] {
			gone[r.Origin.Heading] = append(gone[r.Origin.Heading], r)
		}
	}
	rewritten := m.pairUp(gone, fresh)
	for i := range old {
		if r := &old[i]; !taken[r] && !rewritten[r] {
			m.gone = append(m.gone, r)
		}
	}
	return m
}

// pairUp finds which of the texts that are gone below a heading were rewritten as
// which of the fresh ones, and returns the former.
func (m *matched) pairUp(gone map[string][]*table.Record, fresh []*incoming) map[*table.Record]bool {
	byHeading := make(map[string][]*incoming)
	for _, in := range fresh {
		byHeading[in.Origin.Heading] = append(byHeading[in.Origin.Heading], in)
	}
	rewritten, used := make(map[*table.Record]bool), make(map[*incoming]bool)
	for heading, old := range gone {
		for _, p := range alike(old, byHeading[heading]) {
			if !used[p.in] && !rewritten[p.old] {
				used[p.in], rewritten[p.old] = true, true
				m.rewritten = append(m.rewritten, p)
			}
		}
	}
	slices.SortFunc(m.rewritten, func(a, b pair) int { return cmp.Compare(a.old.Number, b.old.Number) })
	for _, in := range fresh {
		if !used[in] {
			m.fresh = append(m.fresh, in)
		}
	}
	return rewritten
}

const (
	// maxCompared bounds how many texts below one heading are compared with one
	// another; where there are more, what is gone is gone.
	maxCompared = 40_000
	// alikeFrom is the share of words that two texts have in common from which one
	// is the other rewritten.
	alikeFrom = 0.5
)

// alike returns the pairs of texts that share enough words, the most alike first.
func alike(old []*table.Record, fresh []*incoming) []pair {
	if len(old)*len(fresh) > maxCompared {
		return nil
	}
	type scored struct {
		pair
		share float64
	}
	var found []scored
	words := make([]map[string]bool, len(fresh))
	for i, in := range fresh {
		words[i] = wordsOf(in.Content)
	}
	for _, r := range old {
		had := wordsOf(r.Content)
		for i, in := range fresh {
			if share := shared(had, words[i]); share >= alikeFrom {
				found = append(found, scored{pair{r, in}, share})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(b.share, a.share) })
	pairs := make([]pair, len(found))
	for i, f := range found {
		pairs[i] = f.pair
	}
	return pairs
}

func wordsOf(text string) map[string]bool {
	words := make(map[string]bool)
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		words[strings.Trim(word, "`*_.,;:()\"'")] = true
	}
	return words
}

// shared returns which part of the words of two texts both have.
func shared(a, b map[string]bool) float64 {
	both := 0
	for word := range a {
		if b[word] {
			both++
		}
	}
	return 2 * float64(both) / float64(max(1, len(a)+len(b)))
}
