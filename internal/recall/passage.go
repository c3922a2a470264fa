package recall

import (
	"unicode/utf8"

	"github.com/agmem/agmem"
)

// Passage returns the part of a ranked text's content that answers the question
// best, nil where the content has none of its words. The plan has to look for
// passages when it ranks.
func (p *Plan) Passage(r Ranked, content string) *agmem.Passage {
	if len(r.found) == 0 {
		return nil
	}
	stretch := p.bestStretch(characters(content, r.found))
	from, to := around(content, stretch)
	return p.written(content, from, to)
}

// occurrence is a word of the question in a text, in bytes.
type occurrence struct{ leaf, start, end int }

// marks says whether a word that answers a leaf is marked. A character inside a run
// of them is only a hint.
func (l Leaf) marks(t token) bool { return l.IDF > 0 && !(l.joined && t.kind == tokenChar) }

// counted is an occurrence with its place in characters.
type counted struct {
	occurrence
	at, after int
}

// characters counts the characters of a text up to its words.
func characters(text string, found []occurrence) []counted {
	all := make([]counted, len(found))
	at, until := 0, 0         // how many characters there are up to which byte
	for i, o := range found { // in the order of their starts
		at += utf8.RuneCountInString(text[until:o.start])
		until = o.start
		all[i] = counted{o, at, at + utf8.RuneCountInString(text[o.start:o.end])}
	}
	return all
}

// bestStretch returns the occurrences that fit into a passage and are worth most
// together, each word once; of equals the closest, then the first.
func (p *Plan) bestStretch(found []counted) []counted {
	inside := make([]int, len(p.Leaves))
	var sum, best float64
	first, width, from, to := 0, 0, 0, 0
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
	return found[from:to]
}

// written writes a part of a text as a passage, with the words of the question
// marked.
func (p *Plan) written(text string, from, to int) *agmem.Passage {
	for from < to && isBlankAt(text, from) {
		from += sizeAt(text, from)
	}
	w := passageWriter{marks: []agmem.Mark{}}
	w.omit(text[:from])
	part := text[from:to]
	at := 0
	scan(part, func(tok token) {
		for _, leaf := range p.leavesOf(tok.text) {
			if p.Leaves[leaf].marks(tok) {
				w.text(part[at:max(tok.start, at)])
				at = max(tok.start, at)
				w.marked(part[at:max(tok.end, at)])
				at = max(tok.end, at)
			}
		}
	})
	w.text(part[at:])
	w.omit(text[to:])
	return &agmem.Passage{Text: w.b.String(), Marks: w.marks}
}
