package vault_test

import (
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
)

func TestMark(t *testing.T) {
	with := func(status string) string { return strings.Replace(complete, "retro\n", "retro\n"+status, 1) }
	const crlf = "---\r\ntitle: T\r\nstatus: stale\r\n---\r\nstatus: in the text\r\n"
	for name, c := range map[string]struct{ text, status, want string }{
		"set":                           {complete, cards.Stale, with("status: stale\n")},
		"changed where it stands":       {with("status: stale # why\nx: 1\n"), cards.Conflict, with("status: conflict # why\nx: 1\n")},
		"removed":                       {with("status: stale\nx: 1\n"), "", with("x: 1\n")},
		"removed with CRLF":             {crlf, "", strings.Replace(crlf, "status: stale\r\n", "", 1)},
		"changed with CRLF":             {crlf, cards.Conflict, strings.Replace(crlf, "stale", "conflict", 1)},
		"nothing to remove":             {complete, "", complete},
		"nothing to remove at all":      {"text\n", "", "text\n"},
		"without frontmatter":           {"# Text\n", cards.Stale, "---\nstatus: stale\n---\n# Text\n"},
		"without frontmatter, CRLF":     {"# Text\r\n", cards.Stale, "---\r\nstatus: stale\r\n---\r\n# Text\r\n"},
		"a byte order mark stays first": {"\uFEFF# Text\n", cards.Stale, "\uFEFF---\nstatus: stale\n---\n# Text\n"},
		"the same again":                {with("status: stale\n"), cards.Stale, with("status: stale\n")},
	} {
		v := newVault(t, map[string]string{"sub/card": c.text, "other": complete})
		if err := v.Mark(t.Context(), "card", c.status); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		v.has("sub/card", c.want)
		v.has("other", complete)
		all, err := v.All(t.Context())
		if err != nil || len(all) != 2 || all[1].Status != c.status {
			t.Errorf("%s: the cards are %+v, %v", name, all, err)
		}
	}
	const malformed = "---\ntitle: [T\n---\n"
	v := newVault(t, map[string]string{"bad": malformed})
	v.fails(v.Mark(t.Context(), "bad", cards.Stale), agmem.Invalid)
	v.has("bad", malformed)
	v.fails(v.Mark(t.Context(), "none", cards.Stale), agmem.NotFound, "Card not found: none")
}
