// Package commonwords knows common words of English and of programming, with
// common names, so that a search does not take them for misspelt.
//
// The list is made by scripts/commonwords from SCOWL, words and names by how
// common they are, and from CSpell's lists of software terms, file formats and four
// programming languages (MIT licence); the file LICENCES has the notices of
// both. It is an automaton that is read where it lies: nothing is built from
// it, neither at the start of a program nor later.
package commonwords

import (
	_ "embed" // for the list
	"encoding/binary"
)

//go:embed words.list
var words string

// Has reports whether a word of four or more small letters a to z is common.
// Shorter words are not listed, and Has is false for them.
func Has(word string) bool { return automaton(words).has(word) }

// automaton is words as nodes with edges, one edge for each letter that may
// come next. The root is the first node.
//
// An edge is a byte, the lower five bits a letter and the upper three a state,
// and where the state says so the offset of the node behind it as a varint.
// Where the list is damaged, words are missing, and that is all.
type automaton string

// The states of an edge. Which node comes behind it: the one at an address,
// the one that follows in the list, or none, where the edge ends a word.
const (
	address = iota
	wordAddress
	wordEnd
	lastNext // from here on: the last edge of its node
	lastWordNext
	lastAddress
	lastWordAddress
	lastWordEnd
)

func (a automaton) has(word string) bool {
	at, isWord := 0, false
	for i := range len(word) {
		e, ok := a.find(at, word[i])
		if !ok {
			return false
		}
		at, isWord = e.to, e.word
	}
	return isWord
}

// find returns the edge of a node for a letter.
func (a automaton) find(at int, letter byte) (edge, bool) {
	for at >= 0 && at < len(a) {
		e := a.edge(at)
		if e.letter == letter {
			return e, true
		}
		if e.last {
			break
		}
		at += e.size
	}
	return edge{}, false
}

type edge struct {
	letter byte
	word   bool // the letters up to this one are a word
	last   bool // of its node
	size   int  // in bytes
	to     int  // where the next node is, -1 if there is none
}

// edge reads the edge at an offset inside the list.
func (a automaton) edge(at int) edge {
	state := a[at] >> 5
	e := edge{letter: 'a' + a[at]&31, last: state >= lastNext, size: 1, to: -1}
	switch state {
	case wordAddress, wordEnd, lastWordNext, lastWordAddress, lastWordEnd:
		e.word = true
	}
	switch state {
	case lastNext, lastWordNext:
		e.to = at + 1
	case address, wordAddress, lastAddress, lastWordAddress:
		to, n := binary.Uvarint([]byte(a[at+1 : min(at+1+binary.MaxVarintLen32, len(a))]))
		if n > 0 && to < uint64(len(a)) {
			e.to = int(to)
		}
		e.size += max(n, 0)
	}
	return e
}
