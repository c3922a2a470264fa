package clitest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// Sessions returns the parameters of the golden sessions of a program, which
// are in testdata/script. Besides those of testscript they know the commands
// exit, lines and capture. UPDATE_SCRIPTS=1 writes what the program prints now
// into the sessions.
//
// A session sees nothing of the machine: home is empty, the zone is UTC and it
// is 2027-01-15 10:00.
func Sessions(program string) testscript.Params {
	return testscript.Params{
		Dir:   "testdata/script",
		Setup: setUp,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"capture": capture,
			"exit":    func(ts *testscript.TestScript, neg bool, args []string) { exit(ts, neg, program, args) },
			"lines":   lines,
		},
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	}
}

func setUp(env *testscript.Env) error {
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	env.Setenv("HOST", host)
	env.Setenv("HOME", env.WorkDir+"/home")
	env.Setenv("TZ", "UTC")
	env.Setenv("AGMEM_NO_GIT", "1")
	env.Setenv("OLLAMA_HOST", Nobody)
	env.Setenv("HF_ENDPOINT", Nobody)
	env.Setenv("GORACE", "atexit_sleep_ms=0") // else every process under -race ends a second late
	env.Setenv("AGMEM_NOW", "2027-01-15T10:00:00Z")
	return os.Mkdir(env.WorkDir+"/home", 0o700)
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

// exit CODE ARG... runs the program and checks its exit code.
func exit(ts *testscript.TestScript, neg bool, program string, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: exit CODE ARG...")
	}
	if code := Exec(ts, program, args[1:]...); fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// Exec runs a program as the session's exec does and returns its exit code.
func Exec(ts *testscript.TestScript, program string, args ...string) int {
	err := ts.Exec(program, args...)
	if err == nil {
		return 0
	}
	failed, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		ts.Fatalf("%s did not run: %v", program, err)
	}
	return failed.ExitCode()
}

// lines STREAM COUNT checks how many lines were written.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines stdout|stderr COUNT")
	}
	if n := strings.Count(ts.ReadFile(args[0]), "\n"); fmt.Sprint(n) != args[1] {
		ts.Fatalf("%s has %d lines, want %s", args[0], n, args[1])
	}
}
