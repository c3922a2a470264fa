package main

import (
	"slices"
	"strings"
)

// census counts in how many texts each word is, of the words that are of
// letters a to z alone and not short.
type census map[string]int

const shortest = 6

func (c census) count(text string) {
	seen := make(map[string]bool)
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' }) {
		if len(word) >= shortest && !seen[word] {
			seen[word] = true
			c[word]++
		}
	}
}

// rare returns at most so many words that two to four texts have.
func (c census) rare(most int) []string {
	var list []string
	for word, n := range c {
		if 2 <= n && n <= 4 {
			list = append(list, word)
		}
	}
	slices.Sort(list) // the order of a map is another one each time
	step := max(1, len(list)/most)
	var some []string
	for i := 0; i < len(list) && len(some) < most; i += step {
		some = append(some, list[i])
	}
	return some
}
