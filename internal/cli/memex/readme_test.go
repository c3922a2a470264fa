package memex_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/cli/memex"
)

// Every command line of memex in the README can be called.
func TestReadmeCommands(t *testing.T) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^memex ([^<|#\n]*)`).FindAllStringSubmatch(string(text), -1)
	if len(lines) < 5 {
		t.Fatalf("only %d command lines were found", len(lines))
	}
	for _, m := range lines {
		args := strings.Fields(strings.ReplaceAll(m[1], `"`, ""))
		root := memex.Root()
		cmd, rest, err := root.Find(args)
		if err != nil || cmd == root {
			t.Errorf("%s: there is no such command", m[0])
			continue
		}
		if err := cmd.ParseFlags(rest); err != nil {
			t.Errorf("%s: %v", m[0], err)
		}
		if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
			t.Errorf("%s: %v", m[0], err)
		}
	}
}
