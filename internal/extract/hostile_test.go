package extract_test

import (
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/extract"
	"github.com/agmem/agmem/internal/testsize"
)

// hostile are texts that repeat what a careless scanner would look through
// again and again.
func hostile() map[string]string {
	return map[string]string{
		"asterisks":           "*",
		"asterisks, spaced":   "* ",
		"underscores":         "_",
		"marker, no fact":     "*Remember*:",
		"markers":             "*Remember*: ",
		"markers, glued":      "*Remember*",
		"markers, no colon":   "*Remember* ",
		"markers in lines":    "*Remember*:\n",
		"markers in blanks":   "*Remember*:\n\n",
		"markers in items":    "- *Remember*: x\n",
		"terms":               "- *Remember* x\n",
		"facts":               "*Remember*: x\n",
		"facts in a line":     "a *Remember*: x ",
		"sentences":           "a. *Remember* x ",
		"deep lists":          "- ",
		"deep quotes":         "> ",
		"deep quotes, tight":  ">",
		"backticks":           "`",
		"backticks, mixed":    "` `` ``` ```` ",
		"fences":              "```\n",
		"fences, longer":      "```\n````x\n",
		"tildes":              "~~~x\n",
		"comments, open":      "<!--",
		"comments, closed":    "<!---->",
		"comments in code":    "`<!--` ",
		"cells":               "| *Remember*: x ",
		"escapes":             "\\*",
		"blank lines":         "\n",
		"blanks":              " ",
		"tabs":                "\t",
		"carriage returns":    "\r",
		"words":               "remember ",
		"until":               "until q1 ",
		"expires":             "expires 2027-01-15x ",
		"quarters":            "Q1 2020 ",
		"temporary":           "temporary file ",
		"symbols":             "§",
		"numbers":             "1. ",
		"headings":            "# ",
		"broken UTF-8":        "\xff",
		"quoted fence":        "> ```\n",
		"wide":                "。*Remember*：",
		"question":            "*Remember* a",
		"node js":             "node.js ",
		"zero":                "\x00",
		"marker with a colon": "*Remember:*",
	}
}

// Every text is read in a time that grows with its length. A scanner that went
// back would not end within the time that a test has.
func TestHostileText(t *testing.T) {
	now := clock(t)
	for name, piece := range hostile() {
		text := strings.Repeat(piece, testsize.Of(2_000_000, 100_000)/len(piece))
		for _, whole := range []string{text, "*Remember*: " + text, "*Remember*:\n- x\n" + text + "*Remember*: end"} {
			for _, f := range extract.Facts(whole, now) {
				if strings.TrimSpace(f.Content) == "" || f.Line < 1 || !strings.EqualFold(strings.Trim(whole[f.Offset:f.Offset+10], "*_:")[:4], "reme") {
					t.Fatalf("%s: %.80q at %d", name, f.Content, f.Offset)
				}
			}
		}
	}
}

func BenchmarkFacts(b *testing.B) {
	var text strings.Builder
	for _, s := range corpus(b) {
		text.WriteString(s.text + "\n\n")
	}
	now := clock(b)
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		extract.Facts(text.String(), now)
	}
}

// FuzzFacts checks what holds for every text.
func FuzzFacts(f *testing.F) {
	for _, s := range corpus(f) {
		f.Add(s.text)
	}
	for _, piece := range hostile() {
		f.Add(strings.Repeat(piece, 9))
	}
	now := clock(f)
	f.Fuzz(func(t *testing.T, text string) {
		last := -1
		for _, fact := range extract.Facts(text, now) {
			switch {
			case fact.Offset <= last:
				t.Errorf("the facts are not in their order: %d after %d", fact.Offset, last)
			case fact.Content == "" || strings.TrimSpace(fact.Content) != fact.Content || len(fact.Content) > len(text):
				t.Errorf("the content is %q", fact.Content)
			case fact.Line != 1+strings.Count(text[:fact.Offset], "\n"):
				t.Errorf("the line is %d for %d", fact.Line, fact.Offset)
			case strings.IndexByte("*_", text[fact.Offset]) < 0:
				t.Errorf("no marker at %d of %q", fact.Offset, text)
			}
			// A message that only has the content is the same fact, as long as the
			// text had nothing that ends it.
			if again := extract.Facts("*Remember*: "+fact.Content, now); len(again) > 1 && !strings.Contains(strings.ToLower(fact.Content), "remember") {
				t.Errorf("%q became %d facts", fact.Content, len(again))
			}
			if fact.ExpiresAt != 0 && fact.ExpiresAt.Time().Before(time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)) {
				t.Errorf("it expires at %v", fact.ExpiresAt)
			}
			last = fact.Offset
		}
	})
}
