package recall

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// letters that no decomposition takes apart, and how people type them who
// have no key for them
func plainLetter(r rune) string {
	switch r {
	case 'ß':
		return "ss"
	case 'æ':
		return "ae"
	case 'œ':
		return "oe"
	case 'ø':
		return "o"
	case 'ł':
		return "l"
	case 'đ', 'ð':
		return "d"
	case 'þ':
		return "th"
	case 'ı':
		return "i"
	case 'ς':
		return "σ"
	}
	return ""
}

// Fold returns text as all comparisons see it: lower case, compatibility
// forms made plain (full-width letters, ligatures), Latin, Greek and Cyrillic
// letters without their accents. Marks that carry their own sound, as in
// Devanagari, Thai or Japanese, stay.
func Fold(text string) string {
	if folded, ok := foldASCII(text); ok {
		return folded
	}
	if isFolded(text) {
		return text
	}
	return foldSlowly(text)
}

func foldSlowly(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range norm.NFKD.String(text) {
		if r >= 0x300 && r <= 0x36F {
			continue
		}
		r = unicode.ToLower(r)
		if plain := plainLetter(r); plain != "" {
			b.WriteString(plain)
			continue
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// isFolded reports whether a text has only Chinese characters, Hangul
// syllables and kana, which are their own forms. Such text comes in single
// characters and pairs, for which normalization is slow.
func isFolded(text string) bool {
	for _, r := range text {
		switch {
		case 0x4E00 <= r && r <= 0x9FFF, 0xAC00 <= r && r <= 0xD7A3: // Han, Hangul
		case 0x3041 <= r && r <= 0x3096, 0x30A1 <= r && r <= 0x30FC: // kana
		default:
			return false
		}
	}
	return true
}

// foldASCII lowers a text of ASCII alone, without allocating where nothing
// is in upper case. It reports whether the text was ASCII.
func foldASCII(text string) (string, bool) {
	upper := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= utf8.RuneSelf {
			return "", false
		}
		upper = upper || 'A' <= c && c <= 'Z'
	}
	if !upper {
		return text, true
	}
	return strings.ToLower(text), true
}
