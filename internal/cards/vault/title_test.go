package vault_test

import (
	"testing"

	"github.com/agmem/agmem/internal/cards"
)

// A card is called by its frontmatter, else by a heading of level 1 before any
// text, else by its file.
func TestTitles(t *testing.T) {
	for _, c := range []struct{ text, title, summary string }{
		{"# The title\n\nText.\n", "The title", "Text."},
		{"\ufeff\r\n# The title\r\nText\r\ngoes on.\r\n", "The title", "Text goes on."},
		{"---\ntags: x\n---\n\n\n#\tThe title ##\n", "The title", ""},
		{"---\ntitle: In the front\n---\n# The title\nText.", "In the front", "Text."},
		{"---\ntitle: ''\n---\n# The title\n", "The title", ""},
		{"<!-- a note -->\n%% another\nnote %%\n  # The title\n", "The title", ""},
		{"The title\n=====\nText.\n", "The title", "Text."},
		{"Text.\n\n# Example\n", "slug", "Text."},
		{"Text.\n# Example\nMore.\n", "slug", "Text."},
		{"## Example\n\n# Another\nText.\n", "slug", "Text."},
		{"![[picture.png]]\n# Example\n", "slug", "![[picture.png]]"},
		{"```\n# Example\n```\n", "slug", "``` # Example ```"},
		{"    # Example\n", "slug", ""},
		{"#\n\n# Example\n", "slug", ""},
		{"# C#\n", "C#", ""},
		{"1. item\n===\n", "slug", "1. item ==="},
		{"#tag\n# Example\n", "slug", "#tag"},
		{"- item\n===\n", "slug", "- item ==="},
		{"===\n", "slug", "==="},
		{"<!-- never closed\n# Example\n", "slug", "<!-- never closed"},
		{"", "slug", ""},
	} {
		v := newVault(t, map[string]string{"sub/slug": c.text, "links": "[[The title]] [[Example]]"})
		card, _, err := v.Card(t.Context(), "slug")
		v.ok(err)
		if card.Title != c.title || card.Summary != c.summary {
			t.Errorf("%q: title %q, summary %q; want %q, %q", c.text, card.Title, card.Summary, c.title, c.summary)
		}
		around, err := cards.New(v.Vault).LinksOf(t.Context(), "slug")
		v.ok(err)
		if leads := len(around.Inbound) > 0; leads != (c.title == "The title") {
			t.Errorf("%q: links that lead to it: %v", c.text, around.Inbound)
		}
	}
}
