package wire

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/cli"
)

// What a program says to set where no home folder is known does help.
func TestTheHintWithoutAHomeHelps(t *testing.T) {
	for _, c := range []struct{ program, args, variables string }{
		{"agmem", "list", "AGMEM_DB and AGMEM_CONFIG"},
		{"memory-cli", "list", "XDG_CONFIG_HOME"},
		{"memory-cli", "write bank key 1", "XDG_CONFIG_HOME"},
		{"memex", "write card -", "MEMEX_HOME"},
	} {
		folder, set := t.TempDir(), map[string]string{}
		run := func() (int, string) {
			var said bytes.Buffer
			code := Run(t.Context(), cli.Environment{
				Called: c.program, Args: strings.Fields(c.args), Dir: folder, Now: time.Now,
				Stdin:  strings.NewReader("---\ntitle: t\ncreated: 2027-01-15\nsource: s\n---\ntext"),
				Stdout: &said, Stderr: &said, Getenv: func(name string) string { return set[name] },
			}, Parts{})
			return code, said.String()
		}
		if code, said := run(); code != 1 || !strings.Contains(said, ", or say where they are with "+c.variables) {
			t.Errorf("%s %s: exit code %d, %s", c.program, c.args, code, said)
		}
		for _, name := range strings.Split(c.variables, " and ") {
			set[name] = filepath.Join(folder, name)
		}
		if code, said := run(); code != 0 {
			t.Errorf("%s %s with %s: exit code %d, %s", c.program, c.args, c.variables, code, said)
		}
	}
}

func TestIsCalled(t *testing.T) {
	for called, want := range map[string]bool{
		"memory-cli":              true,
		"/usr/bin/memory-cli":     true,
		"./memory-cli":            true,
		"memory-cli.exe":          true,
		"memory-cli.EXE":          true,
		"memory-cli-0.1.0":        true,
		"memory-cli-v0.1.0.exe":   true,
		"memory-cli0.1":           true,
		"memory-cli_2":            true,
		"memory-cli@1.2":          true,
		"agmem":                   false,
		"":                        false,
		"memory":                  false,
		"memory-client":           false,
		"memory-cli-server":       false,
		"my-memory-cli":           false,
		"memory-cli/agmem":        false,
		"memory-cli.d/memory-cli": true,
	} {
		if got := isCalled(called, "memory-cli"); got != want {
			t.Errorf("isCalled(%q) = %v", called, got)
		}
	}
}

func TestPassedOn(t *testing.T) {
	for line, want := range map[string]string{
		"memory-cli":                        "",
		"memory-cli list -v":                "list -v",
		"memory-cli memory-cli":             "memory-cli",
		"help memory-cli":                   "help",
		"help memory-cli read":              "help read",
		"__complete memory-cli re":          "__complete re",
		"__completeNoDesc memory-cli read ": "__completeNoDesc read ",
		"__complete memory-cli":             "no",
		"__complete help memory-cli":        "no",
		"list":                              "no",
		"":                                  "no",
		"add memory-cli":                    "no",
		"--json memory-cli list":            "no",
		"help help memory-cli":              "no",
	} {
		var args []string
		if line != "" {
			args = strings.Split(line, " ")
		}
		before := slices.Clone(args)
		got, ok := passedOn(args, "memory-cli")
		if ok != (want != "no") || ok && strings.Join(got, " ") != want {
			t.Errorf("passedOn(%q) = %q, %v", line, got, ok)
		}
		if !slices.Equal(args, before) {
			t.Errorf("passedOn(%q) changed its argument", line)
		}
	}
}
