package agmemcli_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/wire/full"
)

// What comes from a pipe is kept in a temporary file for its second reading.
// Nothing is left of that, whatever becomes of the import.
func TestImportLeavesNoSpool(t *testing.T) {
	h := newHome(t)
	folder := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} { // of Unix and of Windows
		t.Setenv(name, folder)
	}
	for _, c := range []struct {
		stdin, says string
		code        int
	}{
		{`{"content":"from a pipe"}`, "added: 1\n", 0},
		{`[{"content":"from an array"}]`, "added: 1\n", 0},
		{"{\"content\":\"good\"}\n{}\n", "line 2: content is missing", 1},
	} {
		out, problem, code := h.Run(t, c.stdin, "import", "-")
		if code != c.code || !strings.Contains(out+problem, c.says) {
			t.Errorf("%s: exit code %d\n%s%s", c.stdin, code, out, problem)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%s: left behind: %v, %v", c.stdin, left, err)
		}
	}
	if out := h.Must(t, "stats"); !strings.Contains(out, "totalMemories: 2\n") {
		t.Error(out)
	}
}

// Who interrupts an import while its lines are checked does not wait for the
// end of the file.
func TestImportInterrupted(t *testing.T) {
	h := newHome(t)
	file := h.File("memories.jsonl")
	if err := os.WriteFile(file, []byte(`{"content":"x"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	env, _, stderr := h.Environment(strings.NewReader(""), []string{"import", file})
	if code := full.Run(ctx, env); code != 130 || stderr.String() != "agmem: interrupted\n" {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// A path may lead to a pipe, as the shell's <(…) does.
func TestImportOfAPipeByItsPath(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no /dev/fd: the import of a pipe by its path is not tested")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := w.WriteString("{\"content\":\"from a pipe\"}\n"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if out := newHome(t).Must(t, "import", fmt.Sprintf("/dev/fd/%d", r.Fd())); !strings.HasPrefix(out, "added: 1\n") {
		t.Error(out)
	}
}

// On a terminal import --auto shows what there is and asks.
func TestImportAutoAsks(t *testing.T) {
	h := newHome(t)
	h.Terminal = true
	if err := os.MkdirAll(h.File(".gemini"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(h.File(".gemini/GEMINI.md"), []byte("- answer in short sentences\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ answer, says string }{
		{"n\n", "found[1]"},
		{"", "found[1]"},
		{"y\n", "added: 1"},
	} {
		out, question, _ := h.Run(t, c.answer, "import", "--auto")
		if !strings.Contains(out, c.says) && c.answer != "" || !strings.Contains(question, "GEMINI.md (instructions, 1 file): 1 memory\nImport 1 memory from 1 file? [y/N]") {
			t.Errorf("%q: %s%s", c.answer, question, out)
		}
		if imported := strings.Contains(out, "imported"); imported != (c.answer == "y\n") {
			t.Errorf("%q: imported %v", c.answer, imported)
		}
	}
}
