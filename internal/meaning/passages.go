package meaning

import (
	"strings"
	"unicode"

	"github.com/agmem/agmem/internal/vectorindex"
)

// A passage has about 190 words of English, which are some 250 tokens: more than
// that the usual small models do not read. Passages overlap by a quarter, so that a
// sentence is whole in one of them.
const (
	passageUnits = 192
	passageStep  = 144
	// longWord is how many characters of a word count as one unit.
	longWord = 12
)

// Text is what is embedded of a document.
type Text struct {
	Number  int64
	Content string
	Tags    []string
}

// Equal says that two texts have the same vectors.
func (t Text) Equal(other Text) bool {
	return t.Number == other.Number && t.Content == other.Content && t.head() == other.head()
}

// head is what the tags say before each passage.
func (t Text) head() string {
	if len(t.Tags) == 0 {
		return ""
	}
	return "[" + strings.Join(t.Tags, ", ") + "] "
}

// passages returns the texts that are embedded for a document, at least one.
func (t Text) passages() []string {
	head := t.head()
	starts := units(t.Content, (vectorindex.MaxPassages-1)*passageStep+passageUnits)
	var all []string
	for from := 0; ; from += passageStep {
		if last := from+passageUnits >= len(starts); last {
			from = max(0, min(from, len(starts)-passageUnits)) // so that the last one is as long as the others
			rest := t.Content
			if from < len(starts) {
				rest = rest[starts[from]:]
			}
			return append(all, head+strings.TrimSpace(rest))
		}
		all = append(all, head+strings.TrimSpace(t.Content[starts[from]:starts[from+passageUnits]]))
	}
}

// units returns where the units of a text begin, at most so many: words, pieces of
// long words, and characters of scripts that are written without blanks. The text
// behind the last one is left out by the models anyway.
func units(text string, most int) []int {
	var starts []int
	inWord := 0 // characters of the word so far
	for at, r := range text {
		switch {
		case unicode.IsSpace(r):
			inWord = 0
			continue
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai):
			inWord = 0
		case inWord > 0 && inWord < longWord:
			inWord++
			continue
		default:
			inWord = 1
		}
		if len(starts) == most {
			return starts
		}
		starts = append(starts, at)
	}
	return starts
}
