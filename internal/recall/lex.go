package recall

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// symbolKind is what a symbol of a question does.
type symbolKind uint8

const (
	symbolWord symbolKind = iota
	symbolPhrase
	symbolPrefix
	symbolAnd
	symbolOr
	symbolNot
	symbolMinus // comes directly before what it excludes
	symbolOpen
	symbolClose
)

type symbol struct {
	kind symbolKind
	text string
}

// lex cuts a question into symbols. What only looks like an operator is a
// word already: a quote that is never closed, a parenthesis without its pair.
func lex(text string) []symbol {
	l := lexer{text: text}
	for l.next() {
	}
	if l.depth != 0 {
		return withoutParentheses(l.symbols)
	}
	return l.symbols
}

type lexer struct {
	text    string
	at      int
	depth   int // of parentheses
	symbols []symbol
}

func (l *lexer) emit(kind symbolKind, text string) {
	l.symbols = append(l.symbols, symbol{kind, text})
}

// next reads one symbol or blank and reports whether there was one.
func (l *lexer) next() bool {
	rest := l.text[l.at:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case size == 0:
		return false
	case unicode.IsSpace(r):
		l.at += size
	case r == '"':
		l.quoted(rest)
	case r == '(':
		l.emit(symbolOpen, "(")
		l.depth++
		l.at++
	case r == ')':
		if l.depth > 0 {
			l.emit(symbolClose, ")")
			l.depth--
		}
		l.at++
	case r == '-' && l.excludes(rest[1:]):
		l.emit(symbolMinus, "-")
		l.at++
	default:
		l.word(rest)
	}
	return true
}

// excludes reports whether what follows a minus can be excluded: a word or a
// phrase, not another minus or a blank.
func (l *lexer) excludes(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return isWordRune(r) || isUnspaced(r) || r == '"' && strings.IndexByte(rest[1:], '"') > 0
}

func (l *lexer) quoted(rest string) {
	end := strings.IndexByte(rest[1:], '"')
	if end < 0 {
		l.at++
		return
	}
	if phrase := rest[1 : 1+end]; strings.TrimSpace(phrase) != "" {
		l.emit(symbolPhrase, strings.TrimSpace(phrase))
	}
	l.at += end + 2
}

func (l *lexer) word(rest string) {
	end := strings.IndexFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || r == '"' })
	if end < 0 {
		end = len(rest)
	}
	word := rest[:end]
	for l.depth > 0 && strings.HasSuffix(word, ")") && strings.Count(word, ")") > strings.Count(word, "(") {
		word = word[:len(word)-1]
	}
	if word == "" {
		word = rest[:1]
	}
	l.at += len(word)
	switch {
	case word == "AND":
		l.emit(symbolAnd, word)
	case word == "OR":
		l.emit(symbolOr, word)
	case word == "NOT":
		l.emit(symbolNot, word)
	case isPrefix(word):
		l.emit(symbolPrefix, strings.TrimSuffix(word, "*"))
	default:
		l.emit(symbolWord, word)
	}
}

// isPrefix reports whether word is the beginning of a word and an asterisk.
func isPrefix(word string) bool {
	stem, ok := strings.CutSuffix(word, "*")
	if !ok || stem == "" || strings.Contains(stem, "*") {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(stem)
	return isWordRune(last) || isUnspaced(last)
}

func withoutParentheses(symbols []symbol) []symbol {
	kept := symbols[:0]
	for _, s := range symbols {
		if s.kind != symbolOpen && s.kind != symbolClose {
			kept = append(kept, s)
		}
	}
	return kept
}
