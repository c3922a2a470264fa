package frontmatter_test

import (
	"testing"

	"github.com/agmem/agmem/internal/frontmatter"
)

func TestCut(t *testing.T) {
	for _, c := range []struct {
		name, text, yaml, body, newline string
		ok                              bool
	}{
		{"plain", "---\na: b\n---\nbody\n", "a: b\n", "body\n", "\n", true},
		{"closed by dots", "---\na: b\n...\nbody", "a: b\n", "body", "\n", true},
		{"CRLF", "---\r\na: b\r\n---\r\nbody\r\n", "a: b\r\n", "body\r\n", "\r\n", true},
		{"byte order mark", "\uFEFF---\na: b\n---\nbody", "a: b\n", "body", "\n", true},
		{"trailing blanks", "--- \t\na: b\n---  \nbody", "a: b\n", "body", "\n", true},
		{"empty", "---\n---\nbody", "", "body", "\n", true},
		{"no body", "---\na: b\n---", "a: b\n", "", "\n", true},
		{"dashes in the YAML", "---\na: ---\n ---\n----\n---\nbody", "a: ---\n ---\n----\n", "body", "\n", true},
		{"never closed", "---\na: b\n", "", "", "", false},
		{"dashes alone", "---", "", "", "", false},
		{"indented", " ---\na: b\n---\n", "", "", "", false},
		{"not in the first line", "\n---\na: b\n---\n", "", "", "", false},
		{"four dashes", "----\na: b\n---\n", "", "", "", false},
		{"nothing", "", "", "", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, ok := frontmatter.Cut([]byte(c.text))
			if ok != c.ok {
				t.Fatalf("found: %v", ok)
			}
			if !ok {
				return
			}
			if yaml, body := c.text[b.YAML.Start:b.YAML.End], c.text[b.Body:]; yaml != c.yaml || body != c.body || b.Newline != c.newline {
				t.Errorf("%q, %q, %q", yaml, body, b.Newline)
			}
		})
	}
}
