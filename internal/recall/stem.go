package recall

import (
	"strings"

	"github.com/kljensen/snowball/english"
)

// maxStems bounds what a stemmer remembers, in words; some 5 MB.
const maxStems = 50_000

// stemmer gives English stems (Snowball's English stemmer, "Porter2") and
// remembers them: a text of everyday words asks for the same ones again and
// again, and a stem costs forty times a look-up. It is not safe for
// concurrent use.
type stemmer struct{ known, irregular map[string]string }

func newStemmer() *stemmer {
	return &stemmer{known: make(map[string]string), irregular: irregularBases()}
}

// stem returns the stem of a folded word, that of its base form where it is
// an irregular one: went is go. Words with other characters than
// small ASCII letters are their own stem.
func (s *stemmer) stem(word string) string {
	if len(word) < 3 || !isPlain(word) {
		return word
	}
	if stem, ok := s.known[word]; ok {
		return stem
	}
	base, ok := s.irregular[word]
	if !ok {
		base = word
	}
	stem := english.Stem(base, true)
	if len(s.known) < maxStems {
		// Copies, because both may be parts of a whole content.
		s.known[strings.Clone(word)] = strings.Clone(stem)
	}
	return stem
}

// regular returns the stem of a folded word as if it were no irregular form.
func (s *stemmer) regular(word string) string {
	if s.irregular[word] == "" {
		return s.stem(word)
	}
	return english.Stem(word, true)
}

func isPlain(word string) bool {
	for i := 0; i < len(word); i++ {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}
