package recall

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agmem/agmem"
)

const (
	// maxLeaves bounds how many words of a question are searched; of a longer one
	// those are kept that are worth most, see [Plan.Focus].
	maxLeaves = 96
	// maxLookedUp bounds how many different words are looked up for that.
	maxLookedUp = 512
)

// Leaf is something that an index can look up: a word in all its forms, a
// part of an identifier, a pair of characters, the beginning of a word.
type Leaf struct {
	// Word is the word as it was typed, folded.
	Word string
	// Terms are the index terms of it; a document that has one of them has
	// the word.
	Terms []string
	// Prefix, if not empty, means every term that begins with it.
	Prefix string
	// DF is how many documents have it, as [Plan.Weigh] was told.
	DF int
	// IDF is what it is worth, 0 for a word that is not scored.
	IDF float64

	function bool     // carries nothing, dropped where others are left
	day      bool     // part of a day that is named
	strict   bool     // part of an operator, never dropped
	exclude  bool     // occurs only under a Not
	aside    bool     // left out, because the question has too many words
	joined   bool     // two neighbouring words in one; may be missing without loss
	pos      int      // place in the question
	weight   float64  // of the word among the others
	asked    int      // how many times the question has the word, 1 for what is not a word
	doubt    float64  // what a correction takes off its worth, 0..1
	lost     float64  // what it is worth beyond IDF: all of it if no document has the word
	to       []string // the words it was replaced with, likeliest first
}

// Plan is an analysed question: what to look up, what must hold, and how the
// texts that are found are ranked.
type Plan struct {
	Leaves  []Leaf
	Weights Weights
	Demand  Demand
	// Background is that of the vectors of the collection.
	Background Background
	// Trust is that of the model of the vectors; see agmem.Vector.
	Trust float64
	// Passages says that [Plan.Passage] will be asked for.
	Passages bool

	conditions []Condition
	days       []Day
	asksWhen   bool
	stems      *stemmer
	leafOf     map[string]int // by kind and word, while planning
	seen       map[string][]int
	first      map[[2]byte]bool
}

// NewPlan analyses a question. text is the question as typed, read once more
// for the days it names.
func NewPlan(q Question, text string) *Plan {
	p := &Plan{stems: newStemmer(), Weights: DefaultWeights(), leafOf: make(map[string]int),
		days: FindDays(text), asksWhen: asksWhen(text)}
	at := 0
	for _, e := range q {
		if w, ok := e.(Word); ok {
			at += p.addWords(string(w), at)
			continue
		}
		if c := p.condition(e, &at, false); c.asks() {
			p.conditions = append(p.conditions, c)
		}
	}
	p.markDays()
	p.trim()
	return p
}

// markDays notes which words name a day, so that a text of that day answers
// them.
func (p *Plan) markDays() {
	for i, l := range p.Leaves {
		p.Leaves[i].day = len(p.days) > 0 && (monthOf(l.Word) != 0 || dayNumber(l.Word) != 0 || yearOf(l.Word) != 0)
	}
}

// trim bounds how many words are looked up. It keeps both ends of a question,
// because what is asked stands before or behind what is pasted, and the longest
// words of the rest, which are the rarest as a rule.
func (p *Plan) trim() {
	const end = maxLookedUp / 4
	if len(p.Leaves) <= maxLookedUp || len(p.conditions) > 0 {
		return
	}
	slices.SortStableFunc(p.Leaves[end:len(p.Leaves)-end], func(a, b Leaf) int { return len(b.Word) - len(a.Word) })
	p.Leaves = slices.Delete(p.Leaves, maxLookedUp-end, len(p.Leaves)-end)
	slices.SortStableFunc(p.Leaves, func(a, b Leaf) int { return a.pos - b.pos })
}

// Focus makes the words of a long question worth nothing that are worth least,
// once all are weighed. A word that no document has goes before one that any has:
// nothing is found by it.
func (p *Plan) Focus() {
	if len(p.Leaves) <= maxLeaves || len(p.conditions) > 0 {
		return
	}
	order := make([]int, len(p.Leaves))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := p.Leaves[a], p.Leaves[b]
		return cmp.Or(cmp.Compare(y.IDF, x.IDF), cmp.Compare(y.lost, x.lost))
	})
	for _, i := range order[maxLeaves:] {
		p.Leaves[i].IDF, p.Leaves[i].lost, p.Leaves[i].aside = 0, 0, true
	}
}

// charWeight is what a single Chinese character of a longer run counts, beside
// the pairs it is in: by itself it is a hint, not a word.
const charWeight = 0.25

// addWords adds the leaves of a plain word, which may be an identifier or a
// run of characters, and returns how many places it takes.
func (p *Plan) addWords(text string, at int) int {
	width := scan(text, func(t token) {
		l := Leaf{Word: t.text, Terms: p.termsOf(t.text), pos: at + t.pos, weight: 1}
		switch t.kind {
		case tokenWord:
			l.asked = 1
			l.function = isFunctionWord(t.text)
		case tokenWhole:
			l.joined = true
		case tokenChar:
			l.joined, l.weight = true, charWeight
			if !isHan(t.text) {
				return
			}
		}
		p.leaf(l)
	})
	return max(width, 1)
}

func isHan(char string) bool {
	r, _ := utf8.DecodeRuneInString(char)
	return unicode.Is(unicode.Han, r)
}

// termsOf returns the terms under which the index lists all forms of a word.
// An irregular form may be its own word: bit is what bites, and has bits.
func (p *Plan) termsOf(word string) []string {
	stem := p.stems.stem(word)
	if stem == word && !isPlain(word) {
		return []string{word}
	}
	terms := []string{stem, stemPrefix + stem}
	if own := p.stems.regular(word); own != stem {
		terms = append(terms, own, stemPrefix+own)
	}
	return terms
}

// leaf adds a leaf and returns its number; the same word a second time is the
// first one again, and counts twice where it is a plain word: in a long question
// what it is about comes back. Pairs of characters come back by chance.
func (p *Plan) leaf(l Leaf) int {
	key := l.Prefix + "*" + strings.Join(l.Terms, " ")
	if i, ok := p.leafOf[key]; ok {
		old := &p.Leaves[i]
		old.asked += l.asked
		old.strict = old.strict || l.strict
		old.exclude = old.exclude && l.exclude
		return i
	}
	l.asked = max(l.asked, 1)
	p.leafOf[key] = len(p.Leaves)
	p.Leaves = append(p.Leaves, l)
	return len(p.Leaves) - 1
}

// Active returns the numbers of the leaves to look up first: all that carry
// something or are part of an operator.
func (p *Plan) Active() []int {
	var active []int
	for i, l := range p.Leaves {
		if (!l.function || l.strict) && !l.aside {
			active = append(active, i)
		}
	}
	return active
}

// Inactive returns the others, to look up where the active ones found nothing.
// Where some words are demanded, they never stand for those.
func (p *Plan) Inactive() []int {
	if p.Demand.Match != agmem.MatchBest && len(p.Active()) > 0 {
		return nil
	}
	var rest []int
	for i, l := range p.Leaves {
		if l.function && !l.strict {
			rest = append(rest, i)
		}
	}
	return rest
}

// Weigh sets what leaf i is worth, from how many documents have it.
func (p *Plan) Weigh(i, df int, m BM25) {
	l := &p.Leaves[i]
	l.DF = df
	l.IDF, l.lost = 0, 0
	weight := l.weight * float64(l.asked)
	switch {
	case l.exclude, l.aside:
	case df > 0:
		l.lost = m.IDF(df) * weight * l.doubt
		l.IDF = m.IDF(df)*weight - l.lost
	case !isSwappedFunctionWord(l.Word):
		l.lost = m.IDF(1) * weight
	}
}

// Conditions returns what must hold, all of it.
func (p *Plan) Conditions() []Condition { return p.conditions }

// Days returns the days that the question names.
func (p *Plan) Days() []Day { return p.days }
