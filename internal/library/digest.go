package library

import (
	"strings"
	"unicode"

	"github.com/agmem/agmem/internal/recall"
)

// maxDigest is how many characters of a digest are shown.
const maxDigest = 200

// shownDigest returns a digest as lists and results show it: at most
// [maxDigest] characters of it, up to the end of a word, with an ellipsis where
// something is missing. A digest may be as long as a memory.
func shownDigest(digest string) string {
	count, word, part := 0, 0, 0 // characters so far; where the last word and the last whole character end
	for at, r := range digest {
		blank := unicode.IsSpace(r)
		if blank && count >= maxDigest/2 {
			word = at
		}
		if !recall.Joins(r) {
			part = at
		}
		if count == maxDigest {
			end := part
			if word > 0 {
				end = word
			}
			return strings.TrimRightFunc(digest[:end], unicode.IsSpace) + "…"
		}
		count++
	}
	return digest
}
