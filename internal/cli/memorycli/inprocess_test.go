package memorycli_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli/memorycli"
	"github.com/agmem/agmem/internal/clitest"
	"github.com/agmem/agmem/internal/wire/full"
)

// untouchable is a standard input that must not be read.
type untouchable struct{ t *testing.T }

func (u untouchable) Read([]byte) (int, error) {
	u.t.Error("standard input was read")
	return 0, io.EOF
}

// An agent's pipe that stays open must not hang a command that reads no input.
func TestStandardInputIsNotTouched(t *testing.T) {
	h := clitest.NewHome(t, "memory-cli")
	for _, args := range [][]string{
		{"write", "b", "k", "1"},
		{"write", "b", "k", "1", "--stdin"},
		{"write", "b"},
		{"update", "b", "k", ". + 1"},
		{"read", "b", "k"},
		{"query", "b", "k", "."},
		{"list"},
		{"delete", "b", "--bank"},
		{"import", "b", h.File("missing.json")},
		{"import", "b", "--merge", "--replace"},
		{"schema", "b"},
		{"delete", "b", "--bank", "--confirm"},
	} {
		env, _, _ := h.Environment(untouchable{t}, args)
		full.Run(t.Context(), env)
	}
}

func TestDeletingABankAsksOnATerminal(t *testing.T) {
	for answer, deleted := range map[string]bool{"y\n": true, "Yes\n": true, "n\n": false, "\n": false, "": false, "yes please\n": false} {
		h := clitest.NewHome(t, "memory-cli")
		h.Must(t, "write", "b", "k", "1")
		h.Terminal = true
		_, stderr, code := h.Run(t, answer, "delete", "b", "--bank")
		if !strings.HasPrefix(stderr, "Delete the bank b with all its entries? [y/N] ") {
			t.Errorf("%q: nothing was asked:\n%s", answer, stderr)
		}
		if (code == 0) != deleted || strings.Contains(stderr, `"code": "CONFIRMATION_REQUIRED"`) == deleted {
			t.Errorf("%q: exit code %d\n%s", answer, code, stderr)
		}
		if gone := !strings.Contains(h.Must(t, "list"), `"b"`); gone != deleted {
			t.Errorf("%q: deleted: %v", answer, gone)
		}
	}
}

func TestAQuestionCanBeInterrupted(t *testing.T) {
	h := clitest.NewHome(t, "memory-cli")
	h.Must(t, "write", "b", "k", "1")
	h.Terminal = true
	silent, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	env, _, stderr := h.Environment(silent, []string{"delete", "b", "--bank"})
	if code := full.Run(ctx, env); code != 130 || !strings.Contains(stderr.String(), `"code": "CANCELLED"`) {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
	h.Must(t, "read", "b", "k")
}

// What is not an expected failure is reported as a bug, in the same form.
func TestABugIsReported(t *testing.T) {
	h := clitest.NewHome(t, "memory-cli")
	env, _, stderr := h.Environment(strings.NewReader(""), []string{"mcp"})
	code := memorycli.Run(t.Context(), env, "memory-cli", memorycli.Services{
		Banks: func(*bool) *banks.Banks { return nil },
		MCP: func(context.Context, io.Reader, io.Writer, *banks.Banks) error {
			return errors.New("no such tool")
		},
	})
	want := `{
  "error": {
    "code": "INTERNAL_ERROR",
    "message": "internal error: no such tool",
    "hint": "this is a bug; please report the command, this message and the output of --version"
  }
}
`
	if code != 1 || stderr.String() != want {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
}

func TestAPanicIsReported(t *testing.T) {
	h := clitest.NewHome(t, "memory-cli")
	env, _, stderr := h.Environment(strings.NewReader(""), []string{"list"})
	code := memorycli.Run(t.Context(), env, "memory-cli", memorycli.Services{Banks: func(*bool) *banks.Banks { return nil }})
	if code != 1 || !strings.Contains(stderr.String(), `"code": "INTERNAL_ERROR"`) {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
}
