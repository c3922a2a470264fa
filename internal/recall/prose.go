package recall

import (
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// sentenceWords is how many words that carry nothing make a sentence of a text.
	sentenceWords = 3
	// closedWords is how many words do where one of them ends as a sentence does.
	closedWords = 5
)

// isProse reports whether a text is sentences rather than an operator query, so
// that quotes, parentheses, capitals and hyphens in it are those of the sentences.
// People who write operators leave out what carries nothing; docs/query-language.md
// has the rule.
func isProse(symbols []symbol) bool {
	words, empty, closed := 0, 0, false
	for i, s := range symbols {
		if s.kind == symbolNot && i > 0 && isAuxiliary(symbols[i-1]) {
			return true
		}
		if s.kind != symbolWord || operandOf(symbols, i) {
			continue
		}
		closed = closed || closesSentence(s.text)
		n, carries := wordsOf(s.text)
		words += n
		if n == 1 && !carries {
			empty++
		}
	}
	return empty >= sentenceWords || closed && words >= closedWords
}

// wordsOf returns how many words a text has, pairs of characters where it is written
// without blanks, and whether one of them carries something.
func wordsOf(text string) (n int, carries bool) {
	scan(text, func(t token) {
		if t.kind != tokenWhole && t.kind != tokenChar {
			n++
			carries = carries || !isFunctionWord(t.text)
		}
	})
	return n, carries
}

// operandOf reports whether an operator is directly beside a word: such a word
// says nothing about the text around it.
func operandOf(symbols []symbol, i int) bool {
	return i > 0 && (symbols[i-1].joins() || symbols[i-1].kind == symbolMinus) ||
		i+1 < len(symbols) && symbols[i+1].joins()
}

// closesSentence reports whether a word has the mark of the end of a sentence behind
// it, or in it where the script has no blanks.
func closesSentence(word string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(word, `)]'’”»`))
	return endsSentence(last) || strings.ContainsFunc(word, func(r rune) bool { return r >= utf8.RuneSelf && endsSentence(r) })
}

// isAuxiliary reports whether a symbol is a verb that NOT negates: do NOT, must NOT.
func isAuxiliary(s symbol) bool {
	if s.kind != symbolWord {
		return false
	}
	switch Fold(s.text) {
	case "am", "is", "are", "was", "were", "be", "do", "does", "did", "have", "has", "had",
		"can", "could", "will", "would", "shall", "should", "may", "might", "must":
		return true
	}
	return false
}

// sentences returns the symbols of prose, all of them words.
func sentences(symbols []symbol) []symbol {
	words := make([]symbol, 0, len(symbols))
	for _, s := range withoutParentheses(symbols) {
		for _, word := range strings.Fields(s.text) {
			words = append(words, symbol{symbolWord, word})
		}
	}
	return words
}

// firstOperator returns the first operator among symbols, as it is typed; empty
// where there is none.
func firstOperator(symbols []symbol) string {
	i := slices.IndexFunc(symbols, func(s symbol) bool {
		return s.kind != symbolWord && s.kind != symbolOpen && s.kind != symbolClose
	})
	if i < 0 {
		return ""
	}
	switch s := symbols[i]; s.kind {
	case symbolPhrase:
		return `"`
	case symbolPrefix:
		return "*"
	default:
		return s.text
	}
}
