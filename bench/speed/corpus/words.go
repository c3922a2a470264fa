package main

import (
	"strconv"
	"strings"
)

// commonest are the words of the first ranks: those that hold English
// together, and among them four that such notes are full of.
const commonest = `the to of and a in is it for that test with on this we error not as be
when build from by or are at an if file but was can so only which after has all has no use then
one must before more than into does there because its out now where still up`

// words spells ranks. The same rank is always the same word.
type words struct {
	first []string
	cache []string // of the ranks that come often
}

func newWords() *words {
	return &words{first: strings.Fields(commonest), cache: make([]string, 1<<20)}
}

func (w *words) of(rank int) string {
	if rank < len(w.first) {
		return w.first[rank]
	}
	if rank >= len(w.cache) {
		return spell(rank)
	}
	if w.cache[rank] == "" {
		w.cache[rank] = spell(rank)
	}
	return w.cache[rank]
}

// isPlain reports a rank that is a word without ending, and none of the
// commonest.
func (w *words) isPlain(rank int) bool { return rank >= len(w.first) && rank%2 == 0 }

// Syllables, by what they begin with, their vowel and what they end with.
const (
	onsets = "b c d f g h l m n p r s t v b c d l m p r s t w br cl cr gr pl pr st tr sh ch"
	vowels = "a e i o u a e i o ea"
	codas  = "- - - - - - - n r l t s m ck nd st"
	ending = "s ed ing er s ly ed ation ing ment"
)

// spell makes up a word for a rank: a stem for each pair of ranks, alone and
// with an ending. Rarer stems are longer.
func spell(rank int) string {
	stem := uint64(rank / 2)
	syllables := 4
	switch {
	case stem < 4000:
		syllables = 2
	case stem < 200_000:
		syllables = 3
	}
	var b strings.Builder
	for n := mix(stem); syllables > 0; syllables-- {
		n = syllable(&b, n)
	}
	if rank%2 == 1 {
		list := strings.Fields(ending)
		b.WriteString(list[stem%uint64(len(list))])
	}
	return b.String()
}

// syllable writes one and returns what is left of the number that chose it.
func syllable(b *strings.Builder, n uint64) uint64 {
	for _, part := range []string{onsets, vowels, codas} {
		list := strings.Fields(part)
		if piece := list[n%uint64(len(list))]; piece != "-" {
			b.WriteString(piece)
		}
		n /= uint64(len(list))
	}
	return n
}

// mix spreads neighbouring numbers over all of 64 bits.
func mix(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// identifier makes up the name of something in a program, of two or three of
// the more frequent words.
func (w *words) identifier(rank int) string {
	h := mix(uint64(rank) + 1<<40)
	part := func(k int) string { return w.of(60 + int(h>>(12*k)&0xfff)) }
	a, b, c := part(0), part(1), part(2)
	switch h >> 60 {
	case 0, 1, 2, 3:
		return a + capital(b)
	case 4, 5:
		return a + capital(b) + capital(c)
	case 6, 7, 8:
		return a + "_" + b
	case 9:
		return strings.ToUpper(a + "_" + b)
	case 10:
		return "--" + a + "-" + b
	case 11, 12:
		return a + "/" + b + ".go"
	case 13:
		return a + "." + capital(b) + "()"
	case 14:
		return "v" + strconv.Itoa(int(h>>40&7)) + "." + strconv.Itoa(int(h>>44&31)) + "." + strconv.Itoa(int(h>>52&15))
	}
	return capital(a) + capital(b)
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
