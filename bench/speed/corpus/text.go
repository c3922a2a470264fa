package main

import (
	"strconv"
	"strings"
)

// text is the content of a memory while it is written.
type text struct {
	strings.Builder
	ranks []int
}

// text writes about so many words: sentences, now and then with a title above
// them.
func (w *writer) text(length int) *text {
	t := &text{}
	if w.chance(25) && length > 30 {
		t.WriteString(strings.TrimSuffix(w.sentence(t, 4+w.rng.IntN(5)), ".") + "\n\n")
	}
	foreign := w.chance(5)
	for done := len(t.ranks); done < length; {
		n := min(6+w.rng.IntN(16), length-done)
		if t.Len() > 0 && !strings.HasSuffix(t.String(), "\n") {
			t.WriteByte(' ')
		}
		if foreign && w.chance(70) {
			t.WriteString(w.chineseSentence(n))
		} else {
			t.WriteString(w.sentence(t, n))
		}
		done += n
	}
	return t
}

// sentence returns a sentence of n words and notes their ranks in t.
func (w *writer) sentence(t *text, n int) string {
	var b strings.Builder
	for i := range n {
		word := w.word(t)
		if i == 0 {
			word = capital(word)
		} else {
			b.WriteByte(' ')
		}
		b.WriteString(word)
		if i > 2 && i < n-1 && w.chance(6) {
			b.WriteByte(',')
		}
	}
	b.WriteByte('.')
	return b.String()
}

func (w *writer) word(t *text) string {
	switch p := w.rng.IntN(100); {
	case p < 2:
		return w.words.identifier(w.identifiers.draw())
	case p < 3:
		return strconv.Itoa(int(min(2+w.rng.ExpFloat64()*w.rng.ExpFloat64()*300, 65535)))
	case p < 15:
		return w.noted(t, w.session.topic[w.rng.IntN(len(w.session.topic))])
	}
	return w.noted(t, w.ranks.draw())
}

func (w *writer) noted(t *text, rank int) string {
	t.ranks = append(t.ranks, rank)
	return w.words.of(rank)
}

// chineseSentence returns n words of Chinese, an identifier among them.
func (w *writer) chineseSentence(n int) string {
	var b strings.Builder
	for i := range n {
		switch {
		case i == n/2 && w.chance(50):
			b.WriteString(" " + w.words.identifier(w.identifiers.draw()) + " ")
		case i > 2 && w.chance(10):
			b.WriteString(w.chinese.of(w.characters.draw()) + ",")
		default:
			b.WriteString(w.chinese.of(w.characters.draw()))
		}
	}
	b.WriteString("。")
	return b.String()
}
