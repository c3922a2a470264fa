package library

import (
	"strings"
	"testing"
)

func TestShownDigest(t *testing.T) {
	words := strings.Repeat("heron ", 50) // a word ends after 5, 11, …, 197 characters
	for name, c := range map[string]struct{ digest, want string }{
		"empty":                 {"", ""},
		"as it is":              {"a\nb  c ", "a\nb  c "},
		"200 characters":        {strings.Repeat("数", 200), strings.Repeat("数", 200)},
		"one more":              {strings.Repeat("数", 201), strings.Repeat("数", 200) + "…"},
		"at a word":             {words, words[:197] + "…"},
		"a word ends there":     {words[:198] + "up heron", words[:198] + "up…"},
		"one long word":         {"see " + strings.Repeat("x", 300), "see " + strings.Repeat("x", 196) + "…"},
		"blanks before the end": {strings.Repeat("x", 150) + strings.Repeat(" ", 100), strings.Repeat("x", 150) + "…"},
		"nothing but blanks":    {strings.Repeat(" ", 300), "…"},
		"an accent apart":       {strings.Repeat("x", 199) + "e\u0301x", strings.Repeat("x", 199) + "…"},
		"no UTF-8":              {strings.Repeat("\xff", 300), strings.Repeat("\xff", 200) + "…"},
	} {
		if got := shownDigest(c.digest); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
