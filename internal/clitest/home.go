package clitest

import (
	"bytes"
	"io"
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/wire/full"
)

// Nobody is the URL of a port of this machine where nobody listens, for services
// that a test must not reach.
const Nobody = "http://127.0.0.1:9"

// Home is a folder that holds all that the programs read and write.
type Home struct {
	Dir      string
	Program  string // what is run
	Columns  int    // of the terminal that standard output is; 0: none
	Terminal bool   // whether standard input and standard error are one
	Now      time.Time
	// Env has variables beyond those of every home.
	Env map[string]string
}

// NewHome returns an empty home for command lines of a program.
// It is 2027-01-15 10:00 UTC there until a test sets another time.
func NewHome(t testing.TB, program string) *Home {
	return &Home{Dir: t.TempDir(), Program: program, Now: time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC)}
}

// File returns the path of a file in the home.
func (h *Home) File(name string) string { return filepath.Join(h.Dir, name) }

// Environment is one in which nothing of this machine is seen. The home is
// also the working directory.
func (h *Home) Environment(stdin io.Reader, args []string) (env cli.Environment, stdout, stderr *bytes.Buffer) {
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	vars := map[string]string{
		"HOME":         h.Dir,
		"AGMEM_DB":     h.File("agmem.db"),
		"AGMEM_CONFIG": h.File("config.json"),
		"AGMEM_NO_GIT": "1",
		"OLLAMA_HOST":  Nobody,
		"HF_ENDPOINT":  Nobody,
	}
	maps.Copy(vars, h.Env)
	return cli.Environment{
		Called:         h.Program,
		Args:           args,
		Stdin:          stdin,
		Stdout:         stdout,
		Stderr:         stderr,
		Getenv:         func(name string) string { return vars[name] },
		Now:            func() time.Time { return h.Now },
		Dir:            h.Dir,
		StdinTerminal:  h.Terminal,
		StdoutTerminal: h.Columns > 0,
		StderrTerminal: h.Terminal,
		Columns:        h.Columns,
	}, stdout, stderr
}

// Run executes one command line.
func (h *Home) Run(t testing.TB, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	env, out, err := h.Environment(strings.NewReader(stdin), args)
	code = full.Run(t.Context(), env)
	return out.String(), err.String(), code
}

// Must is Run for a command that has to succeed; it returns standard output.
func (h *Home) Must(t testing.TB, args ...string) string {
	t.Helper()
	out, err, code := h.Run(t, "", args...)
	if code != 0 {
		t.Fatalf("%s %s: exit code %d\n%s", h.Program, strings.Join(args, " "), code, err)
	}
	return out
}
