package frontmatter

import (
	"fmt"
	"strings"
	"unicode"
)

// spellings returns the ways to write a text as a scalar, the shortest first.
func spellings(text string) []string {
	if isPlain(text) {
		return []string{text, quote(text)}
	}
	return []string{quote(text)}
}

// isPlain says whether a text means itself without quotes, in every reading of
// YAML: it has no marks of its syntax and is not one of the words for nothing.
func isPlain(text string) bool {
	switch strings.ToLower(text) {
	case "", "~", "null", "<<", "-", "?", "=":
		return false
	}
	if strings.TrimSpace(text) != text || strings.ContainsFunc(text, isHidden) {
		return false
	}
	switch text[0] {
	case '-', '?':
		if text[1] == ' ' || strings.HasPrefix(text, "---") {
			return false
		}
	case ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`', ':':
		return false
	}
	return !strings.Contains(text, ": ") && !strings.Contains(text, " #") && !strings.HasSuffix(text, ":")
}

// isHidden reports what YAML does not allow, or reads as a line break or a
// byte order mark.
func isHidden(r rune) bool {
	switch r {
	case '\u2028', '\u2029', '\uFEFF', '\uFFFE', '\uFFFF':
		return true
	}
	return unicode.IsControl(r)
}

// quote writes a text in double quotes.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case !isHidden(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
