package agmem_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/wire"
)

// home is a folder that holds all that the program reads and writes.
type home struct {
	dir     string
	columns int // of the terminal that standard output is; 0: none
}

func newHome(t testing.TB) *home { return &home{dir: t.TempDir()} }

func (h *home) file(name string) string { return filepath.Join(h.dir, name) }

// environment is one in which nothing of this machine is seen.
func (h *home) environment(stdin string, args []string) (env cli.Environment, stdout, stderr *bytes.Buffer) {
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	vars := map[string]string{
		"HOME":         h.dir,
		"AGMEM_DB":     h.file("agmem.db"),
		"AGMEM_CONFIG": h.file("config.json"),
		"AGMEM_NO_GIT": "1",
	}
	return cli.Environment{
		Args:           args,
		Stdin:          strings.NewReader(stdin),
		Stdout:         stdout,
		Stderr:         stderr,
		Getenv:         func(name string) string { return vars[name] },
		Now:            func() time.Time { return time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC) },
		Dir:            h.dir,
		StdoutTerminal: h.columns > 0,
		Columns:        h.columns,
	}, stdout, stderr
}

// run executes one command line.
func (h *home) run(t testing.TB, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	env, out, err := h.environment(stdin, args)
	code = wire.Agmem(t.Context(), env)
	return out.String(), err.String(), code
}

// must is run for a command that has to succeed; it returns standard output.
func (h *home) must(t testing.TB, args ...string) string {
	t.Helper()
	out, err, code := h.run(t, "", args...)
	if code != 0 {
		t.Fatalf("agmem %s: exit code %d\n%s", strings.Join(args, " "), code, err)
	}
	return out
}
