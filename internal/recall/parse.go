package recall

import (
	"slices"
	"strings"
)

// maxNesting is how deep parentheses are read; in deeper ones they are blanks.
const maxNesting = 50

// maxOperands is how many words and operators a question with operators may
// have; in a longer one, which is a pasted text, all are words.
const maxOperands = 256

// Parse reads a question. Every text is one: an operator that is not well
// formed is a word, and in sentences all are. docs/query-language.md has the
// grammar.
func Parse(text string) Question {
	symbols := lex(text)
	if isProse(symbols) {
		symbols = sentences(symbols)
	} else {
		symbols = settle(symbols)
	}
	p := parser{symbols: symbols}
	return p.clauses(true)
}

// Malformed returns an operator of a question that is not one as it stands: not
// well formed, or in a sentence, where it is a word. It is empty where all are.
func Malformed(text string) string {
	l := lexer{text: text}
	for l.next() {
	}
	switch {
	case strings.Count(text, `"`)%2 > 0:
		return `"`
	case l.depth != 0:
		return "("
	}
	if isProse(l.symbols) {
		return firstOperator(l.symbols)
	}
	minus := func(s symbol) bool { return s.kind == symbolMinus }
	excludes := slices.ContainsFunc(l.symbols, minus)
	settled := settle(l.symbols)
	for _, s := range settled {
		if s.kind == symbolWord && (s.text == "AND" || s.text == "OR" || s.text == "NOT") {
			return s.text
		}
	}
	if excludes && !slices.ContainsFunc(settled, minus) {
		return "-"
	}
	return ""
}

// settle turns operators that lack an operand into words, and parentheses
// that are empty or nested too deep into nothing, until all are well formed.
func settle(symbols []symbol) []symbol {
	if depthOf(symbols) > maxNesting {
		symbols = withoutParentheses(symbols)
	}
	if len(symbols) > maxOperands {
		return sentences(symbols)
	}
	for changed := true; changed; {
		symbols, changed = settleOnce(symbols)
	}
	if !slices.ContainsFunc(symbols, wished(symbols)) {
		for i, s := range symbols {
			if s.kind == symbolMinus {
				symbols[i].kind = symbolWord
			}
		}
	}
	return symbols
}

func depthOf(symbols []symbol) int {
	depth, deepest := 0, 0
	for _, s := range symbols {
		switch s.kind {
		case symbolOpen:
			depth++
			deepest = max(deepest, depth)
		case symbolClose:
			depth--
		}
	}
	return deepest
}

// wished returns a predicate for the symbols that ask for something rather
// than exclude it; a question of exclusions alone asks for nothing.
func wished(symbols []symbol) func(symbol) bool {
	i := -1
	return func(s symbol) bool {
		i++
		return s.isOperand() && (i == 0 || symbols[i-1].kind != symbolMinus)
	}
}

func (s symbol) isOperand() bool {
	return s.kind == symbolWord || s.kind == symbolPhrase || s.kind == symbolPrefix
}

// begins reports whether an operand can begin with s, ends whether one can end.
func (s symbol) begins() bool { return s.isOperand() || s.kind == symbolOpen || s.kind == symbolMinus }
func (s symbol) ends() bool   { return s.isOperand() || s.kind == symbolClose }

// joins reports whether s makes one expression of its two sides.
func (s symbol) joins() bool {
	return s.kind == symbolAnd || s.kind == symbolOr || s.kind == symbolNot
}

func settleOnce(symbols []symbol) ([]symbol, bool) {
	for i := range symbols {
		before, after := i > 0 && symbols[i-1].ends(), i+1 < len(symbols) && symbols[i+1].begins()
		switch symbols[i].kind {
		case symbolAnd:
			after = after || i+1 < len(symbols) && symbols[i+1].kind == symbolNot
		case symbolOr:
		case symbolNot:
			before = before || i > 1 && symbols[i-1].kind == symbolAnd ||
				i > 1 && symbols[i-1].kind == symbolOpen && symbols[i-2].kind == symbolAnd
		case symbolOpen:
			if i+1 < len(symbols) && symbols[i+1].kind == symbolClose {
				return slices.Delete(symbols, i, i+2), true
			}
			continue
		default:
			continue
		}
		if !before || !after {
			toWords(symbols, i)
			return symbols, true
		}
	}
	return symbols, false
}

// toWords turns the operator at i into a word, with all operators that stand
// beside it: half of AND OR is not an operator either.
func toWords(symbols []symbol, i int) {
	for i > 0 && symbols[i-1].joins() {
		i--
	}
	for ; i < len(symbols) && symbols[i].joins(); i++ {
		symbols[i].kind = symbolWord
	}
}

// parser reads settled symbols, so every operator has its operands.
type parser struct {
	symbols []symbol
	at      int
}

func (p *parser) peek() symbolKind {
	if p.at >= len(p.symbols) {
		return symbolClose
	}
	return p.symbols[p.at].kind
}

// clauses reads what is side by side. At the top, parentheses around
// plain words have no meaning.
func (p *parser) clauses(top bool) []Expr {
	var all []Expr
	for p.at < len(p.symbols) && p.peek() != symbolClose {
		if top {
			if words, ok := p.plainGroup(); ok {
				all = append(all, words...)
				continue
			}
		}
		all = append(all, p.or())
	}
	return all
}

// plainGroup reads parentheses around nothing but words that no operator
// follows; if there are none, it reads nothing.
func (p *parser) plainGroup() ([]Expr, bool) {
	var words []Expr
	if p.peek() != symbolOpen {
		return nil, false
	}
	i := p.at + 1
	for ; i < len(p.symbols) && p.symbols[i].kind == symbolWord; i++ {
		words = append(words, Word(p.symbols[i].text))
	}
	closed := i < len(p.symbols) && p.symbols[i].kind == symbolClose
	if !closed || i+1 < len(p.symbols) && p.symbols[i+1].joins() {
		return nil, false
	}
	p.at = i + 1
	return words, true
}

func (p *parser) or() Expr {
	all := Or{p.and()}
	for p.peek() == symbolOr {
		p.at++
		all = append(all, p.and())
	}
	if len(all) == 1 {
		return all[0]
	}
	return all
}

func (p *parser) and() Expr {
	e := p.operand()
	var all And
	for p.peek() == symbolAnd || p.peek() == symbolNot {
		if p.peek() == symbolAnd {
			p.at++
		}
		var right Expr
		if p.peek() == symbolNot {
			p.at++
			right = Not{p.operand()}
		} else {
			right = p.operand()
		}
		if all == nil {
			all = And{e}
		}
		all = append(all, right)
	}
	if all != nil {
		return all
	}
	return e
}

func (p *parser) operand() Expr {
	if p.at >= len(p.symbols) {
		return Word("")
	}
	s := p.symbols[p.at]
	p.at++
	switch s.kind {
	case symbolPhrase:
		return Phrase(s.text)
	case symbolPrefix:
		return Prefix(s.text)
	case symbolMinus, symbolNot:
		return Not{p.operand()}
	case symbolOpen:
		inner := p.clauses(false)
		p.at++ // the closing one
		if len(inner) == 1 {
			return inner[0]
		}
		return And(inner)
	}
	return Word(s.text)
}
