package typo_test

import (
	"testing"

	"github.com/agmem/agmem/internal/typo"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"search", "search", 0},
		{"serach", "search", 1},
		{"seach", "search", 1},
		{"searchh", "search", 1},
		{"sarch", "serch", 1},
		{"ca", "abc", 3}, // no part is edited twice: swapped, then split
		{"kitten", "sitting", 3},
		{"ab", "ba", 1},
		{"abcd", "badc", 2},
	} {
		if got := typo.Distance(c.a, c.b); got != c.want {
			t.Errorf("from %q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
		if got := typo.Distance(c.b, c.a); got != c.want {
			t.Errorf("from %q to %q: %d, want %d", c.b, c.a, got, c.want)
		}
	}
}
