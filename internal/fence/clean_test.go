package fence

import (
	"strings"
	"testing"
)

// What is handed on as it is has nothing that would be cleaned away.
func TestPlainTextIsClean(t *testing.T) {
	plain := 0
	for r := range rune(0xe0080) {
		if r >= 0xd800 && r <= 0xdfff {
			continue
		}
		text := "a" + string(r) + "\n"
		if !isPlain(text) {
			continue
		}
		plain++
		if escaped := clean(text + "\u2028"); escaped != text+"\n" {
			t.Errorf("%q is cleaned to %q", text, escaped)
		}
	}
	if plain != 0x7f-' '+2 {
		t.Errorf("%d characters are plain", plain)
	}
	if isPlain(strings.Repeat("a", 10) + "\xff") {
		t.Error("a byte that is not a character is plain")
	}
}
