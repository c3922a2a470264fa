package main

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
)

// What is encoded is read back by a reader of its own: sorted words in, the
// same words out, however they overlap.
func TestEncode(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		set := make(wordSet)
		for range 1 + r.IntN(400) {
			word := make([]byte, minLetters+r.IntN(4))
			for i := range word {
				word[i] = 'a' + byte(r.IntN(3))
			}
			set.add(string(word))
		}
		want := set.sorted()
		got := decode(encode(want), 0, "")
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%d words became %d", len(want), len(got))
		}
	}
}

func decode(list []byte, at int, prefix string) (all []string) {
	for {
		state, word := list[at]>>5, prefix+string('a'+list[at]&31)
		to, size := 0, 1
		switch state {
		case address, wordAddress, lastAddress, lastWordAddress:
			offset, n := binary.Uvarint(list[at+1:])
			to, size = int(offset), 1+n
		case lastNext, lastWordNext:
			to = at + 1
		}
		if state == wordAddress || state == wordEnd || state == lastWordNext || state == lastWordAddress || state == lastWordEnd {
			all = append(all, word)
		}
		if to > 0 {
			all = append(all, decode(list, to, word)...)
		}
		if state >= lastNext {
			return all
		}
		at += size
	}
}

func TestPlain(t *testing.T) {
	if got := plain([]byte("Caf\xe9 na\xefve\n")); got != "cafe naive\n" {
		t.Errorf("%q", got)
	}
}
