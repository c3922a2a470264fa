package recall

import (
	"strings"
	"testing"
)

// BenchmarkPassage is the passage of one hit of a few hundred words.
func BenchmarkPassage(b *testing.B) {
	text := strings.Repeat("Lorem ipsum dolor sit amet, consectetur adipiscing. ", 40) + "The heron nests in May. " + strings.Repeat("Nothing of that kind here. ", 20)
	c := collectTexts(text, "cache one", "heron two")
	p, _ := c.plan("when does the heron nest")
	p.Passages = true
	ranked := p.Rank(c.texts, c.now)
	for b.Loop() {
		p.Passage(ranked[0], text)
	}
}
