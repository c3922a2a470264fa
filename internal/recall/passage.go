package recall

import (
	"unicode/utf8"

	"github.com/agmem/agmem"
)

// Passage returns the part of a text that answers the question best, nil where
// the text has none of its words. It is for texts that were ranked, when the
// words have their worth.
func (p *Plan) Passage(text string) *agmem.Passage {
	found := p.occurrences(text)
	if len(found) == 0 {
		return nil
	}
	from, to := p.bestStretch(found)
	return excerpt(text, found[from:to], found)
}

// occurrence is a word of the question in a text.
type occurrence struct {
	leaf       int
	start, end int // in bytes
	at, after  int // in characters
}

// occurrences returns where a text has words of the question, in order.
func (p *Plan) occurrences(text string) []occurrence {
	var found []occurrence
	counted, characters := 0, 0 // how many characters there are up to which byte
	scan(text, func(tok token) {
		for _, i := range p.leavesOf(tok.text) {
			if l := p.Leaves[i]; l.IDF == 0 || l.joined && tok.kind == tokenChar {
				continue
			}
			characters += utf8.RuneCountInString(text[counted:tok.start]) // tokens come in the order of their starts
			counted = tok.start
			found = append(found, occurrence{i, tok.start, tok.end, characters, characters + utf8.RuneCountInString(text[tok.start:tok.end])})
		}
	})
	return found
}

// bestStretch returns the occurrences that fit into a passage and are worth most
// together, each word once; of equals the closest, then the first.
func (p *Plan) bestStretch(found []occurrence) (from, to int) {
	inside := make([]int, len(p.Leaves))
	var sum, best float64
	first, width := 0, 0
	drop := func() {
		leaf := found[first].leaf
		if inside[leaf]--; inside[leaf] == 0 {
			sum -= p.Leaves[leaf].IDF
		}
		first++
	}
	for last, o := range found {
		if inside[o.leaf]++; inside[o.leaf] == 1 {
			sum += p.Leaves[o.leaf].IDF
		}
		for first < last && (o.after-found[first].at > passageRoom || inside[found[first].leaf] > 1) {
			drop()
		}
		const equal = 1e-9 // sums of the same words in another order
		if w := o.after - found[first].at; sum > best+equal || sum > best-equal && w < width {
			best, width, from, to = max(sum, best), w, first, last+1
		}
	}
	return from, to
}
