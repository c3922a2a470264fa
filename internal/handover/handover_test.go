package handover

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// role makes this test binary one of two programs.
const role = "HANDOVER_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "pass": // the first argument is the path of the program that answers
		os.Setenv(role, "answer")
		code, err := Pass(os.Args[1], "by-this-name", os.Args[2:], "1.2.3")
		fmt.Fprintln(os.Stderr, "Pass returned", err)
		os.Exit(code)
	case "child": // the same where a process cannot become another
		os.Setenv(role, "answer")
		code, err := child(os.Args[1], append([]string{"by-this-name"}, os.Args[2:]...), append(os.Environ(), mark(os.Getpid(), "1.2.3")))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
		os.Exit(code)
	case "answer":
		answer()
	}
	os.Exit(m.Run())
}

func answer() {
	_, _ = io.Copy(os.Stdout, os.Stdin)
	version, received := Received(os.Getenv)
	fmt.Fprintf(os.Stderr, "%q %s %v", os.Args, version, received)
	os.Exit(7)
}

func TestPassKeepsTheLineTheStreamsAndTheExitCode(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	becomes := runtime.GOOS != "windows"
	for _, how := range []string{"pass", "child"} {
		var stdout, stderr bytes.Buffer
		cmd := exec.CommandContext(t.Context(), exe, exe, "a b", `"`, "")
		cmd.Env = append(os.Environ(), role+"="+how, "GORACE=atexit_sleep_ms=0")
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader("on stdin\n"), &stdout, &stderr
		exit, ok := errors.AsType[*exec.ExitError](cmd.Run())
		if !ok || exit.ExitCode() != 7 {
			t.Errorf("%s: exit code %v, want 7", how, exit)
		}
		if got := stdout.String(); got != "on stdin\n" {
			t.Errorf("%s: standard output is %q", how, got)
		}
		want := `["by-this-name" "a b" "\"" ""] 1.2.3 true`
		if how == "child" && becomes { // its parent is the sender, which only Windows looks for
			want = strings.Replace(want, "true", "false", 1)
		}
		if got := stderr.String(); !strings.HasPrefix(got, want) || becomes && got != want {
			t.Errorf("%s: standard error is %q, want %q", how, got, want)
		}
	}
}

func TestPassToWhatCannotBeRun(t *testing.T) {
	if _, err := Pass(filepath.Join(t.TempDir(), "missing"), Light, nil, "1"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Pass to a missing program: %v", err)
	}
}

func TestReceived(t *testing.T) {
	sender := os.Getpid()
	if runtime.GOOS == "windows" {
		sender = os.Getppid()
	}
	for value, want := range map[string]bool{
		"":                                  false,
		"0:1.2.3":                           false,
		strconv.Itoa(sender+1) + ":1.2.3":   false, // inherited from a process above
		strconv.Itoa(sender) + ":1.2.3":     true,
		strconv.Itoa(sender) + "0:1.2.3":    false,
		"x" + strconv.Itoa(sender) + ":1.2": false,
	} {
		version, ok := Received(func(string) string { return value })
		if ok != want || ok && version != "1.2.3" {
			t.Errorf("%q: %q, %v", value, version, ok)
		}
	}
}

func TestFindLooksBesideTheLinkAndThenInPath(t *testing.T) {
	ext := ""
	if runtime.GOOS == "windows" {
		ext = ".exe"
	}
	beside, inPath := t.TempDir(), t.TempDir()
	t.Setenv("PATH", inPath)
	called := filepath.Join(beside, Light)
	find := func(want string) {
		t.Helper()
		if got, ok := Find(called); got != want || ok != (want != "") {
			t.Errorf("Find(%q) = %q, %v, want %q", called, got, ok, want)
		}
	}
	write := func(dir string, mode os.FileMode) string {
		path := filepath.Join(dir, Full+ext)
		if err := os.WriteFile(path, []byte("x"), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	find("")
	second := write(inPath, 0o755)
	find(second)
	first := write(beside, 0o644)
	if ext == "" { // a file that cannot be run is not a program
		find(second)
		if err := os.Chmod(first, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	find(first)
	called = Light // found in $PATH: the working folder says nothing
	t.Chdir(beside)
	find(second)
}

func TestFindDoesNotRunWhatLiesInTheWorkingFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, Full), []byte("x"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	t.Setenv("PATH", "."+string(filepath.ListSeparator)+"")
	if path, ok := Find(Light); ok {
		t.Errorf("found %s", path)
	}
}
