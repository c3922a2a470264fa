package recall

import "strings"

// Expr is a part of a question as it was understood. Its String is the
// canonical way to type it.
type Expr interface {
	String() string
}

// Word is a word as it was typed, which may be an identifier or a run of
// Chinese. At the top of a question it is optional; inside an operator it is required.
type Word string

// Phrase is a text whose words must be next to each other.
type Phrase string

// Prefix is the beginning of a word, without its asterisk.
type Prefix string

// And holds where all of its parts hold.
type And []Expr

// Or holds where one of its parts holds.
type Or []Expr

// Not holds where its part does not.
type Not struct{ Of Expr }

// Question is a whole question. Where it has only words, a text answers it
// that has one of them. Where it has other clauses, a text must fulfil all of
// those, and the words rank.
type Question []Expr

func (w Word) String() string   { return string(w) }
func (p Phrase) String() string { return `"` + string(p) + `"` }
func (p Prefix) String() string { return string(p) + "*" }
func (n Not) String() string    { return "-" + n.Of.String() }
func (o Or) String() string     { return join(o, " OR ") }

// String writes the exclusion of a group as NOT, because a minus is before a
// word or a phrase only.
func (a And) String() string {
	var b strings.Builder
	for i, e := range a {
		not, ok := e.(Not)
		switch {
		case i == 0:
			b.WriteString("(" + e.String())
		case ok && isGroup(not.Of):
			b.WriteString(" NOT " + not.Of.String())
		default:
			b.WriteString(" AND " + e.String())
		}
	}
	return b.String() + ")"
}

func isGroup(e Expr) bool {
	switch e.(type) {
	case And, Or:
		return true
	}
	return false
}

func (q Question) String() string {
	parts := make([]string, len(q))
	for i, e := range q {
		parts[i] = e.String()
	}
	return strings.Join(parts, " ")
}

func join(of []Expr, operator string) string {
	parts := make([]string, len(of))
	for i, e := range of {
		parts[i] = e.String()
	}
	return "(" + strings.Join(parts, operator) + ")"
}
