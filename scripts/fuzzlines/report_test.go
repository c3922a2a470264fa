//go:build linux || darwin

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReport shows what is accused at once, what only where it is seen again, and
// that the folder of a finding is kept.
func TestReport(t *testing.T) {
	var out strings.Builder
	r, s := newReport(&out), newSite(t)
	run := func(arg string, handle handler) {
		t.Helper()
		if err := s.renew(); err != nil {
			t.Fatal(err)
		}
		l := line{number: 7, command: "sinner " + arg, program: "sinner", args: []string{arg}, dir: homeFolder, stdin: input{textInput, []byte("x\n")}}
		o, found, err := s.run(l)
		if err == nil {
			err = handle(s, l, o, found)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	run("good", r.line)
	run("forks", r.line)
	if len(r.classes) != 0 || len(r.suspects) != 1 || !strings.Contains(out.String(), "or the machine is busy") {
		t.Fatalf("a process that is left is accused at once: %+v\n%s", r, &out)
	}
	run("forks", r.accuse)
	if len(r.classes) != 1 || !strings.Contains(out.String(), "\nline 7 "+string(survivor)) {
		t.Errorf("a process that is left again is not accused: %+v\n%s", r, &out)
	}
	run("makes", r.line)
	run("makes", r.line)
	if lines := r.classes["sinner makes "+string(outside)]; len(lines) != 2 || strings.Count(out.String(), "\nline 7 "+string(outside)) != 1 {
		t.Errorf("a finding that comes twice is shown %v times:\n%s", len(lines), &out)
	}
	kept := filepath.Join(filepath.Dir(s.area), "line-7")
	if _, err := os.Stat(filepath.Join(kept, canaryFolder, "docs", "new")); err != nil {
		t.Errorf("what the line did is not kept: %v", err)
	}
	if text, err := os.ReadFile(filepath.Join(kept, "stdin")); string(text) != "x\n" {
		t.Errorf("its input is not kept: %q, %v", text, err)
	}
}
