package wikilink

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// forgetful is a scanner that looks ahead again each time, as the rules say it.
func forgetful(text []byte) []Link {
	var all []Link
	s := scanner{text: text}
	for s.at < len(s.text) {
		if s.at == 0 || s.text[s.at-1] == '\n' {
			if s.skipFence() {
				continue
			}
		}
		if s.text[s.at] == '`' {
			n := run(s.text[s.at:])
			s.at += n
			paragraph := s.text[s.at:]
			for i := range paragraph {
				if paragraph[i] == '\n' && blankLine(paragraph[i+1:]) {
					paragraph = paragraph[:i]
					break
				}
			}
			for i := 0; i < len(paragraph); i++ {
				if m := run(paragraph[i:]); m == n {
					s.at += i + n
					break
				} else if m > 0 {
					i += m - 1
				}
			}
			continue
		}
		s.lineEnd, s.closing, s.paragraph = 0, 0, 0 // what was found before
		at := s.at
		if l, ok := s.link1(); ok {
			all = append(all, l)
		} else if s.at == at {
			s.at++
		}
	}
	return all
}

// link1 goes one step of next that is not about backticks and fences.
func (s *scanner) link1() (Link, bool) {
	switch {
	case s.text[s.at] == '\\':
		s.at += 2
	case s.has("<!--"):
		s.skipComment("<!--", "-->", true)
	case s.has("%%"):
		s.skipComment("%%", "%%", false)
	case s.has("[["):
		if l, ok := s.link(); ok {
			s.at = l.End
			return l, true
		}
	}
	return Link{}, false
}

// What is remembered changes nothing.
func TestRememberedAsLookedFor(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	parts := strings.Split("[[ ]] [ ] ` `` ``` a |b #c \\ %% <!-- --> ~~~", " ")
	parts = append(parts, "\n", "\n\n", " ", "\n```\n")
	for range 30_000 {
		var b bytes.Buffer
		for range random.IntN(40) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		got, want := slices.Collect(All(b.Bytes())), forgetful(b.Bytes())
		if !slices.Equal(got, want) {
			t.Fatalf("%q\ngives %+v\nwant  %+v", b.String(), got, want)
		}
	}
}

// Texts on which looking ahead for each bracket or backtick would take minutes.
func TestNothingIsReadForEachMark(t *testing.T) {
	var runs strings.Builder
	for n := range 1500 {
		runs.WriteString(strings.Repeat("`", n+1) + " ")
	}
	for name, text := range map[string]string{
		"brackets that nothing closes":  strings.Repeat("[[", 1_000_000),
		"links on one line":             strings.Repeat("[[a]] ", 300_000),
		"brackets with a word between":  strings.Repeat("[[a ", 500_000),
		"backticks that nothing closes": runs.String(),
		"code spans":                    strings.Repeat("`a` ", 300_000),
		"comments":                      strings.Repeat("%% ", 600_001),
		"lines":                         strings.Repeat("[[a\n", 400_000),
	} {
		done := make(chan int)
		go func() { done <- len(slices.Collect(All([]byte(text)))) }()
		select {
		case <-done:
		case <-time.After(time.Minute):
			t.Fatalf("%s: no end in sight", name)
		}
	}
}
