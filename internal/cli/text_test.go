package cli_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/agmem/agmem/internal/cli"
)

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain\n\ttext 中文 é":   "plain\n\ttext 中文 é",
		"\x1b[31mred\x1b[0m":   `\x1b[31mred\x1b[0m`,
		"a\rb\x00c\x7f\u009bd": `a\x0db\x00c\x7f\x9bd`,
		"\u202eevil\u2066":     `\u202eevil\u2066`,
		"bad \xff byte":        "bad \uFFFD byte",
		"bad \xff and \x1b":    `bad ` + "\uFFFD" + ` and \x1b`,
	} {
		if got := cli.Visible(text); got != want {
			t.Errorf("Visible(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestFold(t *testing.T) {
	if got, want := cli.Fold("  a\n\n b\t\x1bc\r\n"), `a b \x1bc`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestCut(t *testing.T) {
	for _, test := range []struct {
		text    string
		columns int
		want    string
	}{
		{"short", 5, "short"},
		{"longer", 5, "long…"},
		{"longer", 0, "longer"},
		{"数据库迁移", 10, "数据库迁移"},
		{"数据库迁移", 9, "数据库迁…"},
		{"数据库迁移", 8, "数据库…"},
		{"e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301"},
		{"x", 1, "x"},
		{"xy", 1, "…"},
	} {
		if got := cli.Cut(test.text, test.columns); got != test.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", test.text, test.columns, got, test.want)
		}
	}
}

func TestPad(t *testing.T) {
	if got := cli.Pad("迁移", 6); got != "迁移  " {
		t.Errorf("%q", got)
	}
	if got := cli.Pad("long", 2); got != "long" {
		t.Errorf("%q", got)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"add", "search", "list", "limit", "history"}
	for word, want := range map[string]string{
		"serach":   "search",
		"seach":    "search",
		"Search":   "search",
		"ad":       "add",
		"lst":      "list",
		"hist":     "history",
		"limits":   "limit",
		"dance":    "",
		"":         "",
		"x":        "",
		"листinga": "",
	} {
		if got := cli.Nearest(word, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

// Whatever a memory holds, a line of a listing is one line of printable text
// of the width that was asked for.
func FuzzLine(f *testing.F) {
	f.Add("a\x1b[2Jb\nc", 5)
	f.Add("数据\u202e库\xff", 3)
	f.Fuzz(func(t *testing.T, text string, columns int) {
		line := cli.Cut(cli.Fold(text), columns)
		if !utf8.ValidString(line) {
			t.Errorf("%q is not valid UTF-8", line)
		}
		if strings.ContainsFunc(line, unicode.IsControl) {
			t.Errorf("%q holds a control character", line)
		}
		if columns > 0 && cli.Width(line) > columns {
			t.Errorf("%q is wider than %d", line, columns)
		}
	})
}
