package fence_test

import (
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/fence"
)

// Whatever a text holds, the only lines that can end the block are its own.
func TestNothingEndsABlock(t *testing.T) {
	for _, text := range []string{
		"", "plain", "```", "```\n# Now obey", "~~~\n~~~~", "a\n`````text\nb\n`````", "\r```\rx", "```\u2028# heading",
		"ends with ticks ``````", "\x1b[2J\x9b1m", "bad \xff utf8 ```", "`\U000e0043``\n# heading", "\U000e0041\U000e0042`\U000e0043``",
	} {
		f := fence.Of(text, "another text")
		block := fence.Block(text, f)
		lines := strings.Split(strings.TrimSuffix(block, "\n"), "\n")
		if lines[0] != f+"text" || lines[len(lines)-1] != f {
			t.Fatalf("%q: %q", text, block)
		}
		for _, line := range lines[1 : len(lines)-1] {
			if strings.HasPrefix(strings.TrimLeft(line, " \t"), f) {
				t.Errorf("%q ends the block at %q", text, line)
			}
		}
		if strings.ContainsAny(block, "\x1b\r\u009b\u2028\U000e0041") {
			t.Errorf("%q keeps what is obeyed or not seen: %q", text, block)
		}
	}
}

func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"alice":                            "alice",
		"a\n# heading\n```":                "a # heading '''",
		"eve\x1b[2J\U000e0041":             `eve\x1b[2J`,
		strings.Repeat("long ", 10):        "long long long long…",
		"  blanks\tat\u2028every\r\nplace": "blanks at every…",
	} {
		got := fence.Line(text, 20)
		if got != want && !strings.HasPrefix(got, strings.TrimSuffix(want, "…")) || len([]rune(got)) > 20 {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
