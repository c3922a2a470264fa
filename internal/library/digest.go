package library

import (
	"strings"
	"unicode"

	"github.com/agmem/agmem/internal/recall"
)

// maxDigest is how many characters of a digest are shown.
const maxDigest = 200

// shownDigest returns a digest as lists and results show it, see [shorten]. A
// digest may be as long as a memory.
func shownDigest(digest string) string { return shorten(digest, maxDigest) }

// shorten returns at most so many characters of a text, up to the end of a word,
// with an ellipsis where something is missing.
func shorten(text string, most int) string {
	count, word, part := 0, 0, 0 // characters so far; where the last word and the last whole character end
	for at, r := range text {
		blank := unicode.IsSpace(r)
		if blank && count >= most/2 {
			word = at
		}
		if !recall.Joins(r) {
			part = at
		}
		if count == most {
			end := part
			if word > 0 {
				end = word
			}
			return strings.TrimRightFunc(text[:end], unicode.IsSpace) + "…"
		}
		count++
	}
	return text
}
