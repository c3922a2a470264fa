package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":` +
	`{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}` + "\n"

// builds are the two programs as a user has them, and a home to call them in.
type builds struct {
	dir  string // of both
	home string
	path string // the value of $PATH
}

func build(t *testing.T) builds {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the programs are called by symbolic links; the child that Windows starts is tested in package handover")
	}
	b := builds{dir: t.TempDir(), home: t.TempDir()}
	// The flags of make build, whose compiled packages are then there already.
	cmd := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", b.dir+"/", ".", "../agmem-full")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return b
}

// TestHandOver builds both programs once, because that takes seconds.
func TestHandOver(t *testing.T) {
	b := build(t)
	for name, test := range map[string]func(*testing.T, builds){
		"the full build answers":             testTheFullBuildAnswers,
		"help needs no full build":           testHelp,
		"builds that do not belong together": testStrangers,
		"the whole call is passed on":        testPassedOn,
		"a signal reaches the server":        testSignals,
		"an embedder over HTTP":              testEmbedders,
	} {
		t.Run(name, func(t *testing.T) { test(t, b) })
	}
}

// alone returns a folder that holds one file of the builds under a name.
func (b builds) alone(t *testing.T, program, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.Link(filepath.Join(b.dir, program), path); err != nil {
		t.Fatal(err)
	}
	return path
}

func link(t *testing.T, target, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
	return path
}

func (b builds) command(t *testing.T, program string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir = b.home
	cmd.Env = append(os.Environ(), "HOME="+b.home, "PATH="+b.path, "AGMEM_NO_GIT=1",
		"XDG_CONFIG_HOME="+b.home, "XDG_DATA_HOME="+b.home, "AGMEM_DB="+b.home+"/agmem.db")
	return cmd
}

// run calls a program and returns what it wrote and its exit code.
func (b builds) run(t *testing.T, stdin, program string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := b.command(t, program, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	code = exitCode(t, cmd.Run())
	return out.String(), errs.String(), code
}

func (b builds) serves(t *testing.T, program string, args ...string) {
	t.Helper()
	out, errs, code := b.run(t, initialize, program, args...)
	if code != 0 || errs != "" || !strings.Contains(out, `"serverInfo":{"name":"memory-cli"`) {
		t.Errorf("%s %v: exit code %d\n%s%s", program, args, code, out, errs)
	}
}

func (b builds) refuses(t *testing.T, sentence, program string, args ...string) {
	t.Helper()
	out, errs, code := b.run(t, initialize, program, args...)
	if code != 1 || out != "" || !strings.Contains(errs, `"code": "IO_ERROR"`) ||
		!strings.Contains(errs, sentence) || !strings.Contains(errs, `"hint": "put the agmem-full of the same release into the folder of agmem`) {
		t.Errorf("%s %v: exit code %d\n%s%s", program, args, code, out, errs)
	}
}

func testTheFullBuildAnswers(t *testing.T, b builds) {
	light, full := filepath.Join(b.dir, "agmem"), filepath.Join(b.dir, "agmem-full")
	b.serves(t, light, "memory-cli", "mcp")
	b.serves(t, link(t, light, "memory-cli"), "mcp")
	b.serves(t, link(t, link(t, light, "agmem"), "memory-cli"), "mcp")

	alone := b.alone(t, "agmem", "agmem")
	missing := "the MCP server needs agmem-full, which is neither in the folder of agmem nor in $PATH"
	b.refuses(t, missing, alone, "memory-cli", "mcp")
	b.path = b.dir
	b.serves(t, alone, "memory-cli", "mcp")
	b.serves(t, link(t, alone, "memory-cli"), "mcp")

	b.path = ""
	// The full build is the whole program under any name.
	b.serves(t, full, "memory-cli", "mcp")
	b.serves(t, b.alone(t, "agmem-full", "memory-cli"), "mcp")
	whole := b.alone(t, "agmem-full", "agmem")
	b.serves(t, whole, "memory-cli", "mcp")
	if _, errs, code := b.run(t, "", whole, "add", "text"); code != 0 {
		t.Errorf("the full build under the name agmem: exit code %d\n%s", code, errs)
	}
}

func testHelp(t *testing.T, b builds) {
	alone := b.alone(t, "agmem", "agmem")
	for line, want := range map[string]string{
		"memory-cli mcp --help":       "until the input ends",
		"memory-cli help mcp":         "until the input ends",
		"help memory-cli mcp":         "until the input ends",
		"memory-cli --help":           "mcp",
		"__complete memory-cli mc":    "mcp",
		"__complete memory-cli mcp -": "--help",
	} {
		out, errs, code := b.run(t, "", alone, strings.Fields(line)...)
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("agmem %s: exit code %d\n%s%s", line, code, out, errs)
		}
	}
	if _, errs, code := b.run(t, "", alone, "memory-cli", "mcp", "more"); code != 2 || !strings.Contains(errs, `"code": "USAGE"`) {
		t.Errorf("a malformed command line: exit code %d\n%s", code, errs)
	}
}

func testStrangers(t *testing.T, b builds) {
	imposter := b.alone(t, "agmem", "agmem")
	if err := os.Symlink("agmem", filepath.Join(filepath.Dir(imposter), "agmem-full")); err != nil {
		t.Fatal(err)
	}
	b.refuses(t, "the program called agmem-full here is another one", imposter, "memory-cli", "mcp")

	full := filepath.Join(b.dir, "agmem-full")
	b.refuses(t, "agmem 0.0.9 passed this command on to agmem-full", "/bin/sh", "-c",
		`AGMEM_HANDED_OVER=$$:0.0.9 exec "$0" memory-cli mcp`, full)

	// What a process further up handed over is nothing to this one.
	b.serves(t, "/bin/sh", "-c", `AGMEM_HANDED_OVER=$$:0.0.9; export AGMEM_HANDED_OVER; "$0" memory-cli mcp; exit $?`,
		filepath.Join(b.dir, "agmem"))

	broken := b.alone(t, "agmem", "agmem")
	if err := os.WriteFile(filepath.Join(filepath.Dir(broken), "agmem-full"), []byte("no program"), 0o755); err != nil {
		t.Fatal(err)
	}
	b.refuses(t, "/agmem-full cannot be run: exec format error", broken, "memory-cli", "mcp")
}

// testPassedOn puts this test binary in the place of agmem-full;
// it prints what it got.
func testPassedOn(t *testing.T, b builds) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	light := b.alone(t, "agmem", "agmem")
	if err := os.Symlink(exe, filepath.Join(filepath.Dir(light), "agmem-full")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AGMEM_TEST_ECHO", "kept in the environment")
	t.Setenv("GORACE", "atexit_sleep_ms=0")
	asLink := link(t, light, "memory-cli-0.1")
	for _, line := range [][]string{
		{light, "memory-cli", "mcp"},
		{asLink, "mcp"},
		{asLink, "mcp", "--"},
	} {
		out, errs, code := b.run(t, "all of it\nand more", line[0], line[1:]...)
		want := strings.Join(line, "|") + "\nall of it\nand more"
		if code != 7 || out != want || errs != "kept in the environment" {
			t.Errorf("%v: exit code %d\n%s\n%s", line, code, out, errs)
		}
	}
}

// echo replaces agmem-full: it answers with all that reached it.
func echo() {
	_, _ = io.WriteString(os.Stdout, strings.Join(os.Args, "|")+"\n")
	_, _ = io.Copy(os.Stdout, os.Stdin)
	_, _ = io.WriteString(os.Stderr, os.Getenv("AGMEM_TEST_ECHO"))
	os.Exit(7)
}

func testSignals(t *testing.T, b builds) {
	for _, sent := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		cmd := b.command(t, filepath.Join(b.dir, "agmem"), "memory-cli", "mcp")
		cmd.WaitDelay = time.Minute
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(stdin, initialize); err != nil {
			t.Fatal(err)
		}
		if answer, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
			t.Fatal(answer, err)
		}
		time.Sleep(listening)
		if err := cmd.Process.Signal(sent); err != nil {
			t.Fatal(err)
		}
		if code := exitCode(t, cmd.Wait()); code != 0 { // standard input is still open
			t.Errorf("after %v the exit code is %d", sent, code)
		}
	}
}
