package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMain makes this test binary the program, or the replacement of the full
// build, where a test asks for that.
func TestMain(m *testing.M) {
	if os.Getenv("AGMEM_TEST_ECHO") != "" {
		echo()
	}
	if os.Getenv("AGMEM_TEST_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

func agmem(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "AGMEM_TEST_MAIN=1", "GORACE=atexit_sleep_ms=0",
		"HOME="+cmd.Dir, "AGMEM_DB="+cmd.Dir+"/agmem.db", "AGMEM_CONFIG="+cmd.Dir+"/config.json")
	return cmd
}

func TestExitCodes(t *testing.T) {
	for want, args := range map[int][]string{0: {"add", "text"}, 1: {"get", "abcd"}, 2: {"dance"}} {
		err := agmem(t, args...).Run()
		if got := exitCode(t, err); got != want {
			t.Errorf("agmem %v: exit code %d, want %d", args, got, want)
		}
	}
}

func TestAnInterruptEndsAWaitingCommand(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted alone on Windows; the exit code of an interrupt is not tested")
	}
	cmd := agmem(t, "add", "-")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// More than a pipe holds: once it is written the command is reading.
	if _, err := stdin.Write(bytes.Repeat([]byte("a"), 256<<10)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(listening)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if got := exitCode(t, cmd.Wait()); got != 130 || !strings.Contains(stderr.String(), "agmem: interrupted\n") {
		t.Errorf("exit code %d, want 130\n%s", got, &stderr)
	}
}

// listening is much longer than a command waits until it listens for signals.
const listening = time.Second

func exitCode(t *testing.T, err error) int {
	t.Helper()
	if err == nil {
		return 0
	}
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		t.Fatal(err)
	}
	return exit.ExitCode()
}
