package cli

import (
	"fmt"
	"slices"

	"github.com/agmem/agmem"
)

// NoteCorrections says which words of a query were corrected in any of
// its hits, each once.
func NoteCorrections[H any](c *Console, hits []H, corrected func(H) []agmem.Correction) {
	var said []agmem.Correction
	for _, h := range hits {
		for _, word := range corrected(h) {
			if !slices.Contains(said, word) {
				said = append(said, word)
				c.Note(fmt.Sprintf("no match for %q; searched for %q", word.From, word.To), "")
			}
		}
	}
}
