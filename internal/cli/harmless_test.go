package cli

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/harmless"
	"github.com/spf13/cobra"
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

// asShell makes this test binary a program whose completions a shell asks for.
const asShell = "AGMEM_TEST_COMPLETION"

func TestMain(m *testing.M) {
	if os.Getenv(asShell) == "" {
		os.Exit(m.Run())
	}
	c := NewConsole(System(), Sentences("toy"))
	root := &cobra.Command{Use: "toy", RunE: func(*cobra.Command, []string) error { return nil }}
	key := &cobra.Command{Use: "key", RunE: root.RunE}
	key.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"sound", "a" + foreign, "described\t" + foreign}, cobra.ShellCompDirectiveNoFileComp
	}
	root.AddCommand(key)
	os.Exit(c.Finish(Execute(context.Background(), c, root)))
}

// The library that completes writes errors to the stream of the process, with
// the command line in them. A key that a terminal would obey is not offered:
// another spelling would be another key.
func TestCompletionIsHarmless(t *testing.T) {
	noNUL := strings.ReplaceAll(foreign, "\x00", "")
	for _, args := range [][]string{
		{"key", ""}, {"key", "--" + noNUL, ""}, {"key", noNUL, ""}, {noNUL, "x", ""}, {"--" + noNUL + "=1", ""}, {"key", "--help=" + noNUL, ""},
	} {
		exe, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(exe, append([]string{cobra.ShellCompRequestCmd}, args...)...)
		cmd.Env = append(os.Environ(), asShell+"=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%q: %v: %s", args, err, out)
		}
		if i := strings.IndexFunc(string(out), hidden); i >= 0 {
			t.Errorf("%q: %q in %q", args, out[i], out)
		}
		if args[0] == "key" && args[1] == "" && !strings.HasPrefix(string(out), "sound\ndescribed\ta") {
			t.Errorf("what can be offered is missing: %q", out)
		}
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

// hidden reports what a terminal would obey, but not line breaks and tabs.
func hidden(r rune) bool { return r != '\n' && r != '\t' && harmless.Obeyed(r) }
