//go:build linux || darwin

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/testsize"
)

// TestLines runs a few lines of every program; make lines runs many.
func TestLines(t *testing.T) {
	bin := t.TempDir()
	build := exec.Command(goCommand(), "build", "-o", bin+string(filepath.Separator), "./cmd/...")
	build.Dir, build.Env = "../..", append(os.Environ(), "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	lines := 1000
	if testsize.Race {
		lines = 100 // the programs are built without the race detector; this program is what is tested
	}
	var out strings.Builder
	r := run{lines: lines, workers: 2, seed: 1, program: filepath.Join(bin, "agmem"), limits: usualLimits(), out: &out}
	if code := r.main(-1); code != passed {
		t.Errorf("exit code %d:\n%s", code, out.String())
	}
	checkGrammar(t, r.generator.grammar)
	checkLines(t, r.generator)
}

func goCommand() string {
	if name := os.Getenv("GO"); name != "" {
		return name
	}
	return "go"
}

// checkGrammar looks for one thing of each kind that is read from the programs.
func checkGrammar(t *testing.T, g grammar) {
	find := func(program string, path ...string) command {
		i := slices.IndexFunc(g.commands, func(c command) bool { return c.program == program && slices.Equal(c.path, path) })
		if i < 0 {
			t.Fatalf("%s %v was not found", program, path)
		}
		return g.commands[i]
	}
	if words := find("agmem", "config", "set").words; !slices.Contains(words, "default_source") {
		t.Errorf("config set completes %q", words)
	}
	limit := option{names: []string{"--limit"}, value: "N"}
	if flags := find("memex", "search").flags; !slices.ContainsFunc(flags, func(f option) bool { return reflect.DeepEqual(f, limit) }) {
		t.Errorf("memex search has the flags %+v", flags)
	}
	scope := option{names: []string{"--scope"}, value: "SCOPE", words: []string{"user", "project"}}
	if flags := find("memory-cli", "read").flags; !slices.ContainsFunc(flags, func(f option) bool { return reflect.DeepEqual(f, scope) }) {
		t.Errorf("memory-cli read has the flags %+v", flags)
	}
	find("agmem", "memory-cli", "mcp")
	if !slices.Contains(g.variables, "AGMEM_DB") {
		t.Errorf("the help mentions %q", g.variables)
	}
	if !slices.ContainsFunc(g.tools, func(t tool) bool { return t.takes["filter"] == "string" }) {
		t.Errorf("the tools are %+v", g.tools)
	}
}

// checkLines checks that lines depend on their seed alone, and that none names
// a file outside for a command that would be right to write it.
func checkLines(t *testing.T, g *generator) {
	again, other := newGenerator(g.grammar, g.seed), newGenerator(g.grammar, g.seed+1)
	same := 0
	for n := range 3000 {
		l := g.line(n)
		if !reflect.DeepEqual(l, again.line(n)) {
			t.Fatalf("line %d differs from one time to the next", n)
		}
		if reflect.DeepEqual(l.args, other.line(n).args) {
			same++
		}
		if (slices.Contains(l.args, "export") || slices.Contains(l.args, "link")) && strings.Contains(strings.Join(l.args, " "), "..") {
			t.Errorf("line %d may write outside by right: %q", n, l.args)
		}
	}
	if same > 300 {
		t.Errorf("%d of 3000 lines are the same with another seed", same)
	}
}

func TestShell(t *testing.T) {
	for word, want := range map[string]string{
		"plain":      "plain",
		"":           "''",
		"it's":       `'it'\''s'`,
		"a b":        "'a b'",
		"\x1b]0;'\\": `$'\x1b]0;\'\\'`,
		"é":          `$'\xc3\xa9'`,
	} {
		if got := quote(word); got != want {
			t.Errorf("quote(%q) = %s, want %s", word, got, want)
		}
	}
	l := line{program: "agmem", args: []string{"--db", here + "/x y"}, env: []string{"HOME", "A=" + here}, dir: "home", stdout: shut}
	want := `cd /f/home && env -i A=/f HF_ENDPOINT=http://127.0.0.1:9 HTTPS_PROXY=http://127.0.0.1:9 HTTP_PROXY=http://127.0.0.1:9 LANG=C.UTF-8 OLLAMA_HOST=http://127.0.0.1:9 PATH=/bin:/usr/bin:/bin TMPDIR=/f/tmp /bin/agmem --db '/f/x y' >&- </dev/null`
	if got := l.shell("/bin", "/f"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
