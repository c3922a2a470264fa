//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/testsize"
)

// programs builds the programs once for a test.
func programs(t *testing.T) string {
	t.Helper()
	if !testsize.Full() {
		t.Skip("the loops kill hundreds of processes; make check runs them")
	}
	t.Setenv("TMPDIR", t.TempDir()) // what is kept of a broken promise goes with the test
	t.Chdir("../..")
	dir := t.TempDir()
	if err := build(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestEveryLoop(t *testing.T) {
	var out bytes.Buffer
	broken, err := run(t.Context(), &out, trial{rounds: 4, seed: 1, programs: programs(t)}, nil)
	if err != nil || broken {
		t.Errorf("%v\n%s", err, &out)
	}
	for _, l := range loops() {
		if !strings.Contains(out.String(), "| "+l.name+" | 4 |") {
			t.Errorf("%s is not in the table:\n%s", l.name, &out)
		}
	}
}

// A program that breaks its promise is found: one that says it is done and does
// nothing, and one that leaves a file behind.
func TestBrokenPromisesAreFound(t *testing.T) {
	dir := programs(t)
	for _, c := range []struct{ loop, program, lie string }{
		{"store", "agmem", `case "$1" in add) echo '{}'; exit 0;; esac`},
		{"import", "agmem", `case "$1" in import) echo '{}'; exit 0;; esac`},
		{"reindex", "agmem", `case "$1" in search) echo "\"id\":\"$$\""; exit 0;; esac`},
		{"banks", "memory-cli", `case "$1" in write) echo '{}'; exit 0;; esac`},
		{"banks", "memory-cli", `[ ! -d "$HOME/.config/slop-mcp/memory" ] || : >"$HOME/.config/slop-mcp/memory/.x.tmp"`},
		{"cards", "memex", `case "$1" in mark) exit 0;; esac`},
		{"rename", "memex", `case "$1" in rename) echo renamed; exit 0;; esac`},
		{"export", "agmem", `case "$1 $2" in "export -") ;; export*) echo done; exit 0;; esac`},
	} {
		liar := t.TempDir()
		for _, name := range []string{"agmem", "memory-cli", "memex"} {
			text := "#!/bin/sh\n"
			if name == c.program {
				text += c.lie + "\n"
			}
			text += "exec " + filepath.Join(dir, name) + ` "$@"` + "\n"
			if err := os.WriteFile(filepath.Join(liar, name), []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		var out bytes.Buffer
		broken, err := run(t.Context(), &out, trial{rounds: 40, seed: 1, programs: liar}, []string{c.loop})
		if err != nil || !broken || !strings.Contains(out.String(), "BROKEN in round") {
			t.Errorf("%s: %s is not found: %v\n%s", c.loop, c.lie, err, &out)
		}
	}
}
