package agmem_test

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/wire"
)

// TestMain makes this test binary also the program agmem, with one seam more
// than the shipped one: $AGMEM_NOW sets the clock.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"agmem": program})
}

func program() {
	signal.Ignore(syscall.SIGPIPE)
	env := cli.System()
	if text := os.Getenv("AGMEM_NOW"); text != "" {
		now, err := time.Parse(time.RFC3339, text)
		if err != nil {
			fmt.Fprintln(os.Stderr, "AGMEM_NOW:", err)
			os.Exit(3)
		}
		env.Now = func() time.Time { return now.In(time.Local) }
	}
	os.Exit(wire.Agmem(context.Background(), env))
}

// TestSessions runs the golden sessions. Where a session shows what users see,
// its memories come from an import with fixed ids. UPDATE_SCRIPTS=1 writes what
// the program prints now into the sessions.
func TestSessions(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			host, err := os.Hostname()
			if err != nil {
				return err
			}
			env.Setenv("HOST", host)
			env.Setenv("HOME", env.WorkDir+"/home")
			env.Setenv("TZ", "UTC")
			env.Setenv("AGMEM_NO_GIT", "1")
			env.Setenv("GORACE", "atexit_sleep_ms=0") // else every process under -race ends a second late
			env.Setenv("AGMEM_NOW", "2027-01-15T10:00:00Z")
			return os.Mkdir(env.WorkDir+"/home", 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"capture": capture,
			"exit":    exit,
			"lines":   lines,
		},
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// capture VAR PATTERN sets an environment variable to what the first group of
// the pattern matches in the last standard output.
func capture(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: capture VAR PATTERN")
	}
	match := regexp.MustCompile(args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if match == nil {
		ts.Fatalf("standard output does not match %s", args[1])
	}
	ts.Setenv(args[0], match[1])
}

// exit CODE ARG... runs agmem and checks its exit code.
func exit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: exit CODE ARG...")
	}
	code := 0
	if err := ts.Exec("agmem", args[1:]...); err != nil {
		failed, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("agmem did not run: %v", err)
		}
		code = failed.ExitCode()
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// lines STREAM COUNT checks how many lines were written.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines stdout|stderr COUNT")
	}
	n := len(regexp.MustCompile(`\n`).FindAllString(ts.ReadFile(args[0]), -1))
	if fmt.Sprint(n) != args[1] {
		ts.Fatalf("%s has %d lines, want %s", args[0], n, args[1])
	}
}
