package metamemory_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/clitest"
)

// TestMain makes this test binary also the programs.
func TestMain(m *testing.M) {
	called := os.Args[0] // testscript forgets the folder
	program := func() { os.Exit(clitest.Program(called)) }
	testscript.Main(m, map[string]func(){"agmem": program, "meta-memory": program})
}

// TestSessions runs the golden sessions.
func TestSessions(t *testing.T) {
	p := clitest.Sessions("meta-memory")
	p.Condition = func(name string) (bool, error) {
		if name == "mount" {
			return clitest.Mountable(), nil
		}
		return false, fmt.Errorf("there is no condition %s", name)
	}
	p.Cmds["ask"] = ask
	p.Cmds["refuse"] = refuse
	p.Cmds["mount"] = clitest.Mount
	testscript.Run(t, p)
}

// ids matches what is different in every run.
var ids = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`)

// ask COMMAND JSON runs meta-memory, which must answer, and writes the answer to
// the file answer, with UUID in the place of every random id.
func ask(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: ask COMMAND JSON")
	}
	stdout, stderr, code := call(ts, args[0], args[1])
	ts.Logf("%s%s", stdout, stderr)
	if code != 0 || stderr != "" {
		ts.Fatalf("exit code %d", code)
	}
	var again bytes.Buffer
	ts.Check(json.Indent(&again, []byte(strings.TrimSuffix(stdout, "\n")), "", "  "))
	if again.String()+"\n" != stdout {
		ts.Fatalf("the answer is not indented by two spaces")
	}
	ts.Check(os.WriteFile(ts.MkAbs("answer"), ids.ReplaceAll([]byte(stdout), []byte("UUID")), 0o600))
}

// refuse COMMAND JSON SENTENCE runs meta-memory, which must fail with one line, and
// change no file.
func refuse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: refuse COMMAND JSON SENTENCE")
	}
	before := files(ts)
	stdout, stderr, code := call(ts, args[0], args[1])
	line, err := cli.EncodeJSON(map[string]string{"error": args[2]})
	ts.Check(err)
	if want := string(line); code != 1 || stdout != "" || stderr != want {
		ts.Fatalf("exit code %d\nstdout %q\nstderr %q\nwant   %q", code, stdout, stderr, want)
	}
	if after := files(ts); after != before {
		ts.Fatalf("files before:\n%s\nafter:\n%s", before, after)
	}
}

// call runs meta-memory in the environment of the session.
func call(ts *testscript.TestScript, command, stdin string) (stdout, stderr string, code int) {
	path, err := exec.LookPath("meta-memory")
	ts.Check(err)
	cmd := exec.Command(path, strings.Fields(command)...)
	for _, name := range []string{"HOME", "TZ", "AGMEM_NOW", "AGMEM_DB", "META_MEMORY_DB", "PATH", "GORACE", "SYSTEMROOT"} {
		if value := ts.Getenv(name); value != "" {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	cmd.Dir = ts.MkAbs(".")
	cmd.Stdin = strings.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); cmd.ProcessState == nil {
		ts.Check(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// files describes every file of the session.
func files(ts *testscript.TestScript) string {
	var b strings.Builder
	ts.Check(filepath.WalkDir(ts.Getenv("WORK"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Base(path) == "answer" {
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(&b, "%s %d %q\n", path, len(text), text[:min(len(text), 64)])
		return err
	}))
	return b.String()
}
