package agmemcli_test

import (
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/cli"
)

// On a terminal the words of the question are strong: in the digest where the
// line shows them, else in the passage below.
func TestMarksOnATerminal(t *testing.T) {
	h := newHome(t)
	h.Must(t, "add", "the heron nests in May")
	h.Must(t, "add", strings.Repeat("nothing of that kind. ", 20)+"A stork, however, nests on the roof of the mill. "+strings.Repeat("nothing of that kind. ", 20))
	strong := func(word string) string { return "\x1b[1m" + word + "\x1b[0m" }
	h.Columns = 70
	if out := h.Must(t, "search", "heron", "--human"); !strings.Contains(out, "  the "+strong("heron")+" nests in May  ") || strings.Count(out, "\n") != 1 {
		t.Errorf("%q", out)
	}
	out := h.Must(t, "search", "stork", "mill", "--human")
	if !strings.Contains(out, strong("stork")) || !strings.Contains(out, strong("mill")) || !strings.Contains(out, "\n    \x1b[2m…A \x1b[0m") {
		t.Errorf("%q", out)
	}
	for line := range strings.Lines(out) {
		if plain := strings.TrimRight(withoutColours(line), "\n"); cli.Width(plain) > 70 {
			t.Errorf("%d columns: %q", cli.Width(plain), plain)
		}
	}
}
