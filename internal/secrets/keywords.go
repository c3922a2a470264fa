package secrets

import (
	"strings"
	"sync"
)

// kind says how the place of a keyword is judged.
type kind uint8

const (
	ofService  kind = iota // a token that begins with the keyword
	ofKeyBlock             // a private key
	ofHeader               // a value behind the name of a scheme
	ofURL                  // user:password@ in a URL
	ofName                 // a value behind a name
)

// keyword is a text that a secret is at.
type keyword struct {
	text string // in small letters, unless of a service
	says string // of a service the line of its rule, of a name the rule
	kind kind
	rule uint16 // the number of the rule, of a service
	next uint16 // the next keyword of the same head, from 1
}

// keywordIndex finds all keywords in one pass over a text. A command that stores a
// short text pays for making it, so it is one table and one list.
type keywordIndex struct {
	fold  [256]byte
	heads [1 << 12]uint16 // the first keyword, from 1, of a hash of two bytes
	words []keyword
	rules int // how many there are
}

// prepared is made when the first text is looked at.
var prepared = sync.OnceValue(newIndex)

func newIndex() *keywordIndex {
	x := &keywordIndex{words: make([]keyword, 0, 256)}
	for i := range x.fold {
		x.fold[i] = byte(i)
		if 'A' <= i && i <= 'Z' {
			x.fold[i] |= 0x20
		}
	}
	x.rules = eachRule(ruleSet, func(word, line string, number int) {
		x.add(keyword{text: word, says: line, kind: ofService, rule: uint16(number)})
	})
	x.add(keyword{text: "-----begin", kind: ofKeyBlock})
	x.add(keyword{text: "://", kind: ofURL})
	for _, scheme := range []string{"bearer", "basic"} {
		x.add(keyword{text: scheme, kind: ofHeader})
	}
	for _, n := range nouns {
		x.add(keyword{text: n.word, says: n.rule, kind: ofName})
	}
	return x
}

func (x *keywordIndex) add(k keyword) {
	head := x.head(k.text[0], k.text[1])
	k.next = x.heads[head]
	x.words = append(x.words, k)
	x.heads[head] = uint16(len(x.words))
}

// head returns a hash of two bytes in small letters.
func (x *keywordIndex) head(a, b byte) uint16 {
	return (131*uint16(x.fold[a]) + uint16(x.fold[b])) & (1<<12 - 1)
}

// scan calls look for each keyword in a text.
func (x *keywordIndex) scan(text string, look func(at int, word *keyword)) {
	for at := 0; at+1 < len(text); at++ {
		for i := x.heads[x.head(text[at], text[at+1])]; i > 0; {
			word := &x.words[i-1]
			if x.is(text[at:], word) {
				look(at, word)
			}
			i = word.next
		}
	}
}

// is says whether a text begins with a keyword. Those of services are compared
// letter by letter, and names in any case.
func (x *keywordIndex) is(text string, word *keyword) bool {
	if word.kind == ofService {
		return strings.HasPrefix(text, word.text)
	}
	if len(text) < len(word.text) {
		return false
	}
	for i := range len(word.text) {
		if x.fold[text[i]] != word.text[i] {
			return false
		}
	}
	return true
}
