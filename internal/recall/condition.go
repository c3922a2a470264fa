package recall

import "slices"

// Condition is an operator over leaves. A text index evaluates it on sets of
// documents, where a phrase is only as good as "all of its words"; the final
// word has the text itself.
type Condition struct {
	Op   Op
	Leaf int         // of OpLeaf
	Of   []Condition // of OpAnd, OpOr, OpNot and OpPhrase; those of a phrase are leaves
	// words of a phrase and their places from its first
	words  []string
	places []int
}

// Op is what a Condition asks.
type Op uint8

// The operators.
const (
	OpLeaf Op = iota
	OpAnd
	OpOr
	OpNot
	OpPhrase
)

// condition analyses a strict part of a question, at the place *at of it.
func (p *Plan) condition(e Expr, at *int, negated bool) Condition {
	switch e := e.(type) {
	case And:
		return Condition{Op: OpAnd, Of: p.conditionsOf(e, at, negated)}
	case Or:
		if of := p.conditionsOf(e, at, negated); len(of) > 0 {
			return Condition{Op: OpOr, Of: of}
		}
	case Not:
		if of := p.condition(e.Of, at, !negated); of.asks() {
			return Condition{Op: OpNot, Of: []Condition{of}}
		}
	case Phrase:
		return p.phrase(string(e), at, negated)
	case Prefix:
		return p.prefix(string(e), at, negated)
	case Word:
		return p.strictWord(string(e), at, negated)
	}
	return Condition{Op: OpAnd}
}

// conditionsOf leaves out what asks for nothing, such as a lone question mark.
func (p *Plan) conditionsOf(of []Expr, at *int, negated bool) []Condition {
	all := make([]Condition, 0, len(of))
	for _, e := range of {
		if c := p.condition(e, at, negated); c.asks() {
			all = append(all, c)
		}
	}
	return all
}

// asks reports whether there is a word in the condition. One without holds
// everywhere, under a Not too.
func (c Condition) asks() bool { return c.Op == OpLeaf || slices.ContainsFunc(c.Of, Condition.asks) }

func (p *Plan) strictLeaf(l Leaf, negated bool) Condition {
	l.strict, l.exclude, l.weight = true, negated, 1
	return Condition{Op: OpLeaf, Leaf: p.leaf(l)}
}

// strictWord is a word in all its forms; an identifier holds as a whole or
// with its parts side by side.
func (p *Plan) strictWord(text string, at *int, negated bool) Condition {
	var all []token
	width := scan(text, func(t token) { all = append(all, t) })
	if len(all) == 1 {
		c := p.strictToken(all[0], *at, negated)
		*at += width
		return c
	}
	start := *at
	c := Condition{Op: OpOr, Of: []Condition{p.phrase(text, at, negated)}}
	for _, t := range all {
		if t.kind == tokenWhole && t.width == width {
			c.Of = append(c.Of, p.strictToken(t, start+t.pos, negated))
		}
	}
	return c
}

func (p *Plan) strictToken(t token, at int, negated bool) Condition {
	return p.strictLeaf(Leaf{Word: t.text, Terms: p.termsOf(t.text), pos: at}, negated)
}

// phrase holds where its words are in their exact forms and places. A
// phrase without words holds everywhere.
func (p *Plan) phrase(text string, at *int, negated bool) Condition {
	c := Condition{Op: OpPhrase}
	width := scan(text, func(t token) {
		if t.kind == tokenWord || t.kind == tokenChar || t.kind == tokenLone {
			c.words = append(c.words, t.text)
			c.places = append(c.places, t.pos)
		}
		if t.kind == tokenWord || t.kind == tokenPair || t.kind == tokenLone {
			c.Of = append(c.Of, p.strictLeaf(Leaf{Word: t.text, Terms: []string{t.text}, pos: *at + t.pos}, negated))
		}
	})
	*at += width
	return c
}

// prefix holds where a word begins so; the other parts of an identifier must be in
// the text too.
func (p *Plan) prefix(text string, at *int, negated bool) Condition {
	c := Condition{Op: OpAnd}
	var all []token
	width := scan(text, func(t token) {
		if t.kind == tokenWord || t.kind == tokenPair || t.kind == tokenLone {
			all = append(all, t)
		}
	})
	for i, t := range all {
		l := Leaf{Word: t.text, Terms: p.termsOf(t.text), pos: *at + t.pos}
		if i == len(all)-1 && t.kind == tokenWord {
			l.Terms, l.Prefix = nil, t.text
		}
		c.Of = append(c.Of, p.strictLeaf(l, negated))
	}
	*at += width
	return c
}

// holds evaluates a condition on a text.
func (c Condition) holds(t *textView) bool {
	switch c.Op {
	case OpLeaf:
		return len(t.places[c.Leaf]) > 0
	case OpAnd:
		for _, of := range c.Of {
			if !of.holds(t) {
				return false
			}
		}
		return true
	case OpOr:
		for _, of := range c.Of {
			if of.holds(t) {
				return true
			}
		}
		return false
	case OpNot:
		return !c.Of[0].holds(t)
	default:
		return t.hasPhrase(c.words, c.places)
	}
}
