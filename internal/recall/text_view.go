package recall

import (
	"slices"
	"strings"
)

const (
	// maxPlaces bounds how many places of one leaf are looked at in a text.
	maxPlaces = 128
	// fieldGap is between content, digest and tags, so that nothing is a
	// phrase across them.
	fieldGap = 16
)

// textView is a text as the leaves of a plan see it.
type textView struct {
	words  []string     // by place; empty in the gaps
	places [][]int      // of each leaf, ascending
	exact  []bool       // of each leaf: it is there in the form that was typed
	found  []occurrence // in the content, where passages are looked for
}

// view reads a document. Only active leaves get places.
func (p *Plan) view(d Document) *textView {
	t := &textView{places: make([][]int, len(p.Leaves)), exact: make([]bool, len(p.Leaves))}
	p.read(t, d.Content, p.Passages)
	if d.Digest != "" && d.Digest != d.Content {
		p.read(t, d.Digest, false)
	}
	for _, tag := range d.Tags {
		p.read(t, tag, false)
	}
	p.read(t, d.Author, false)
	return t
}

// read adds a text to the view, and notes where its words are if that is wanted.
func (p *Plan) read(t *textView, text string, noting bool) {
	if text == "" {
		return
	}
	base := len(t.words)
	if base > 0 {
		base += fieldGap
		t.words = append(t.words, make([]string, fieldGap)...)
	}
	scan(text, func(tok token) {
		place := base + tok.pos
		if tok.kind != tokenWhole && tok.kind != tokenPair {
			t.words = append(t.words, tok.text)
		}
		for _, leaf := range p.leavesOf(tok.text) {
			if at := t.places[leaf]; len(at) < maxPlaces && (len(at) == 0 || at[len(at)-1] != place) {
				t.places[leaf] = append(at, place)
				if noting && p.Leaves[leaf].marks(tok) {
					t.found = append(t.found, occurrence{leaf, tok.start, tok.end})
				}
			}
			t.exact[leaf] = t.exact[leaf] || tok.text == p.Leaves[leaf].Word
		}
	})
}

// leavesOf returns the leaves that a folded word answers.
func (p *Plan) leavesOf(word string) []int {
	if len(word) == 0 || !p.first[firstBytes(word)] {
		return nil
	}
	if leaves, ok := p.seen[word]; ok {
		return leaves
	}
	var leaves []int
	stem := stemPrefix + p.stems.stem(word)
	for i, l := range p.Leaves {
		if l.Prefix != "" && strings.HasPrefix(word, l.Prefix) {
			leaves = append(leaves, i)
			continue
		}
		for _, term := range l.Terms {
			if term == word || term == stem {
				leaves = append(leaves, i)
				break
			}
		}
	}
	p.seen[word] = leaves
	return leaves
}

// prepare makes leavesOf ready: most words of a text are told from the leaves
// by their first two bytes, which an English stem has in common with its word.
func (p *Plan) prepare() {
	p.seen = make(map[string][]int)
	p.first = make(map[[2]byte]bool)
	for _, l := range p.Leaves {
		for _, term := range append(l.Terms, l.Prefix) {
			term = strings.TrimPrefix(term, stemPrefix)
			if len(term) == 1 {
				for b := range 256 {
					p.first[[2]byte{term[0], byte(b)}] = true
				}
			}
			if term != "" {
				p.first[firstBytes(term)] = true
			}
		}
	}
	p.prepareIrregular()
}

// prepareIrregular lets through the forms that begin otherwise than their
// base, such as went beside go.
func (p *Plan) prepareIrregular() {
	var forms [][2]byte
	for form, base := range p.stems.irregular {
		if p.first[firstBytes(base)] {
			forms = append(forms, firstBytes(form))
		}
	}
	for _, f := range forms {
		p.first[f] = true
	}
}

func firstBytes(word string) [2]byte {
	if len(word) == 1 {
		return [2]byte{word[0], 0}
	}
	return [2]byte{word[0], word[1]}
}

// spelling returns the word that a corrected leaf found here.
func (t *textView) spelling(l Leaf) string {
	for _, to := range l.to {
		if slices.Contains(t.words, to) {
			return to
		}
	}
	return l.to[0]
}

// hasPhrase reports whether words are at these places from one another.
func (t *textView) hasPhrase(words []string, places []int) bool {
	if len(words) == 0 {
		return true
	}
	for start := range t.words {
		if t.words[start] == words[0] && t.phraseAt(start-places[0], words, places) {
			return true
		}
	}
	return false
}

func (t *textView) phraseAt(start int, words []string, places []int) bool {
	for i, w := range words {
		at := start + places[i]
		if at < 0 || at >= len(t.words) {
			return false
		}
		if t.words[at] != w {
			return false
		}
	}
	return true
}
