package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

// foreign is what a memory, a key or a file name may hold: it sets the title of
// the terminal, moves the cursor, reorders the line, and paints.
const foreign = "a\x1b]0;pwn\a b\x1b[2J c\u009b31m d\u202e e\x1b[31m f\x1b[1;31m g\r h\x00 i\x7f"

// Whatever is written to a page, a terminal is not told anything by it but the
// styles that Paint has.
func TestAPageIsHarmless(t *testing.T) {
	for _, colours := range []bool{true, false} {
		p := &Page{colours: colours}
		p.Linef("%s %v", foreign, foreign)
		p.Linef("%s", p.Paint(Cyan, foreign)+p.Paint(Dim, "x"))
		p.WriteString(foreign)
		text := p.String()
		if colours {
			for _, style := range []Style{Cyan, Dim, plain} {
				text = strings.ReplaceAll(text, "\x1b["+string(style)+"m", "")
			}
		}
		if i := strings.IndexFunc(text, hidden); i >= 0 {
			t.Errorf("with colours %v: %q in %q", colours, text[i:i+1], text)
		}
		if strings.Count(text, "pwn") != 4 {
			t.Errorf("the text is lost: %q", text)
		}
	}
	p := &Page{colours: true}
	p.Linef("%s", p.Paint(Green, "leaf"))
	if got, want := p.String(), "\x1b[32mleaf\x1b[0m\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestJSONHasNoControls(t *testing.T) {
	text, err := EncodeJSON(map[string]string{foreign: foreign + "é 記憶 🚀 \u2028"})
	if err != nil {
		t.Fatal(err)
	}
	if i := strings.IndexFunc(strings.TrimSpace(string(text)), hidden); i >= 0 {
		t.Errorf("%q", text)
	}
	var back map[string]string
	if err := json.Unmarshal(text, &back); err != nil || back[foreign] != foreign+"é 記憶 🚀 \u2028" {
		t.Errorf("%q, %v", back, err)
	}
	if !strings.Contains(string(text), "é 記憶 🚀") {
		t.Errorf("more is escaped than has to be: %s", text)
	}
}
