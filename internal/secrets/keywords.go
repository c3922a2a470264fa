package secrets

import (
	"strings"
	"sync"
)

// kind says how the place of a keyword is judged.
type kind int

const (
	ofService  kind = iota // a token that begins with the keyword
	ofKeyBlock             // a private key
	ofHeader               // a value behind the name of a scheme
	ofURL                  // user:password@ in a URL
	ofName                 // a value behind a name
)

// keyword is a text that a secret is at.
type keyword struct {
	text string // in small letters where folded
	kind kind
	rule *rule // of a service
	// noun is what a name says of its value.
	noun noun
}

// keywordIndex finds all keywords in one pass over a text.
type keywordIndex struct {
	fold  [256]byte
	heads [1 << 10]uint64 // a bit for each pair of bytes that a keyword begins with
	words map[uint16][]keyword
}

// prepared is made when the first text is looked at.
var prepared = sync.OnceValue(newIndex)

func newIndex() *keywordIndex {
	x := &keywordIndex{words: make(map[uint16][]keyword, 256)}
	for i := range x.fold {
		x.fold[i] = byte(i)
		if 'A' <= i && i <= 'Z' {
			x.fold[i] |= 0x20
		}
	}
	parseRules(ruleSet, func(word string, r *rule) { x.add(keyword{text: word, kind: ofService, rule: r}) })
	x.add(keyword{text: "-----begin", kind: ofKeyBlock})
	x.add(keyword{text: "://", kind: ofURL})
	for _, scheme := range []string{"bearer", "basic"} {
		x.add(keyword{text: scheme, kind: ofHeader})
	}
	for _, n := range nouns {
		x.add(keyword{text: n.word, kind: ofName, noun: n})
	}
	return x
}

func (x *keywordIndex) add(k keyword) {
	head := x.head(k.text, 0)
	x.heads[head>>6] |= 1 << (head & 63)
	x.words[head] = append(x.words[head], k)
}

// head returns the two bytes at a place, folded.
func (x *keywordIndex) head(text string, at int) uint16 {
	return uint16(x.fold[text[at]])<<8 | uint16(x.fold[text[at+1]])
}

// scan calls look for each keyword in a text.
func (x *keywordIndex) scan(text string, look func(at int, word *keyword)) {
	for at := 0; at+1 < len(text); at++ {
		head := x.head(text, at)
		if x.heads[head>>6]&(1<<(head&63)) == 0 {
			continue
		}
		words := x.words[head]
		for i := range words {
			if x.is(text[at:], &words[i]) {
				look(at, &words[i])
			}
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
