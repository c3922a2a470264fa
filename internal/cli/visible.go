package cli

import (
	"strings"
	"unicode"

	"github.com/agmem/agmem/internal/harmless"
)

// Visible returns a text that cannot paint or move the terminal it is shown on;
// see [harmless.Visible].
func Visible(text string) string { return harmless.Visible(text) }

// Fold returns a text on one line: runs of white space become one blank.
func Fold(text string) string { return Visible(strings.Join(strings.Fields(text), " ")) }

// Cut returns what of a text fits in so many columns, with an ellipsis where
// something is missing. Zero columns or less cut nothing.
func Cut(text string, columns int) string {
	if columns <= 0 || Width(text) <= columns {
		return text
	}
	used := 0
	for i, r := range text {
		if used += runeWidth(r); used > columns-1 {
			return text[:i] + "…"
		}
	}
	return text
}

// Pad returns a text with blanks behind it up to so many columns.
func Pad(text string, columns int) string {
	return text + strings.Repeat(" ", max(0, columns-Width(text)))
}

// Width returns how many columns a terminal needs for a text.
func Width(text string) int {
	n := 0
	for _, r := range text {
		n += runeWidth(r)
	}
	return n
}

// runeWidth knows the blocks that terminals draw over two columns and the
// marks that take none; a rare rune that it misjudges moves one line by a
// column.
func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x1100 && r <= 0x115f, // Hangul initials
		r >= 0x2e80 && r <= 0xa4cf,   // radicals to Yi: CJK, kana
		r >= 0xac00 && r <= 0xd7a3,   // Hangul syllables
		r >= 0xf900 && r <= 0xfaff,   // compatibility ideographs
		r >= 0xfe30 && r <= 0xfe6f,   // compatibility forms
		r >= 0xff00 && r <= 0xff60,   // full-width forms
		r >= 0x1f300 && r <= 0x1faff, // emoji
		r >= 0x20000 && r <= 0x3fffd: // ideographs beyond the basic plane
		return 2
	}
	return 1
}
