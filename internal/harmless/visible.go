package harmless

import (
	"fmt"
	"strings"
)

// Visible returns a text that cannot paint or move the terminal it is shown
// on: control characters and marks that reorder text are written as escapes,
// line breaks and tabs stay. Recalled text is data, and a memory may hold
// anything.
func Visible(text string) string {
	if strings.IndexFunc(text, hidden) < 0 {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case !hidden(r):
			b.WriteRune(r)
		case r <= 0xff:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// hidden reports what a terminal would obey, but not line breaks and tabs.
func hidden(r rune) bool { return r != '\n' && r != '\t' && Obeyed(r) }
