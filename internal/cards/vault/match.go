package vault

import (
	"slices"
	"strings"
	"unicode"

	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/recall"
)

// maxMatch is the longest line that is shown whole, in characters.
const maxMatch = 200

// matcher finds the lines that a question is answered by.
type matcher struct {
	analyzer *recall.Analyzer
	terms    map[string]bool // of the question
	// pieces are the words of a question in Han characters alone, in parts of
	// two; nil for any other question.
	pieces []string
}

func newMatcher(question string) *matcher {
	m := &matcher{analyzer: recall.NewAnalyzer(), terms: make(map[string]bool), pieces: hanPieces(question)}
	for _, p := range m.analyzer.Analyze(recall.Document{Content: question}).Postings {
		m.terms[p.Term] = true
	}
	return m
}

// line returns the line of a card that has most of the question, unless the
// title and the first paragraph, which are shown anyway, have as much.
func (m *matcher) line(card cards.Card, body string) string {
	shown := m.count(card.Title + "\n" + card.Summary)
	best, most := "", shown
	for line := range strings.Lines(body) {
		if n := m.count(line); n > most {
			best, most = strings.TrimSpace(line), n
		}
	}
	return m.cut(best)
}

// count returns how many terms of the question a text has.
func (m *matcher) count(text string) int {
	n := 0
	for _, p := range m.analyzer.Analyze(recall.Document{Content: text}).Postings {
		if m.terms[p.Term] {
			n++
		}
	}
	return n
}

// cut shortens a long line to what is around the first word of the
// question, with points where something was left out.
func (m *matcher) cut(line string) string {
	runes := []rune(line)
	if len(runes) <= maxMatch {
		return line
	}
	from := max(0, m.firstMatch(line)-maxMatch/4)
	to := min(len(runes), from+maxMatch)
	cut := strings.TrimSpace(string(runes[from:to]))
	if from > 0 {
		cut = "..." + cut
	}
	if to < len(runes) {
		cut += "..."
	}
	return cut
}

// firstMatch returns where the first word of a line begins that answers, in
// characters.
func (m *matcher) firstMatch(line string) int {
	at := 0
	for word := range strings.FieldsFuncSeq(line, unicode.IsSpace) {
		i := strings.Index(line[at:], word)
		if m.count(word) > 0 {
			return len([]rune(line[:at+i]))
		}
		at += i + len(word)
	}
	return 0
}

// holds says whether a card has a part of a Chinese question. The index also
// finds what shares a character with it, as 数据结构 does with 架构, and that is
// no substring.
func (m *matcher) holds(text recall.Document) bool {
	if m.pieces == nil {
		return true
	}
	all := strings.Join(append([]string{text.Digest, text.Content}, text.Tags...), "\n")
	return slices.ContainsFunc(m.pieces, func(piece string) bool { return strings.Contains(all, piece) })
}

// hanPieces returns the words of a text that is all Han characters and blanks,
// in parts of two characters; nil for another text.
func hanPieces(text string) []string {
	var pieces []string
	for word := range strings.FieldsSeq(text) {
		runes := []rune(word)
		if slices.ContainsFunc(runes, func(r rune) bool { return !unicode.Is(unicode.Han, r) }) {
			return nil
		}
		if len(runes) == 1 {
			pieces = append(pieces, word)
		}
		for i := range len(runes) - 1 {
			pieces = append(pieces, string(runes[i:i+2]))
		}
	}
	return pieces
}
