package memorycli_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/agmem/agmem/internal/clitest"
	"github.com/agmem/agmem/internal/filelock"
)

// refused CODE ARG... runs memory-cli, which must refuse to do it: the exit
// code is the one that CODE has, standard error holds one error with CODE and
// nothing else, standard output nothing, and no byte of any file has changed.
func refused(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: refused CODE ARG...")
	}
	before := files(ts)
	code := clitest.Exec(ts, "memory-cli", args[1:]...)
	checkExit(ts, args[0], code)
	if codes := errorCodes(ts); len(codes) != 1 || codes[0] != args[0] {
		ts.Fatalf("the errors are %v, want %s", codes, args[0])
	}
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("something was refused, but standard output is %q", out)
	}
	checkSame(ts, before)
}

// partial CODE ARG... runs memory-cli, which must answer in part: the exit code
// is 1, an error has CODE, and there is something on standard output. No byte
// of any file has changed.
func partial(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: partial CODE ARG...")
	}
	before := files(ts)
	code := clitest.Exec(ts, "memory-cli", args[1:]...)
	checkExit(ts, args[0], code)
	if codes := errorCodes(ts); !slices.Contains(codes, args[0]) {
		ts.Fatalf("the errors are %v, want %s", codes, args[0])
	}
	if ts.ReadFile("stdout") == "" {
		ts.Fatalf("nothing was answered")
	}
	checkSame(ts, before)
}

func checkExit(ts *testscript.TestScript, code string, exit int) {
	want := 1
	switch code {
	case "USAGE":
		want = 2
	case "CANCELLED":
		want = 130
	}
	if exit != want {
		ts.Fatalf("exit code %d, want %d", exit, want)
	}
}

// errorCodes returns the codes of the errors on standard error, each of which
// has the documented form and is indented by two spaces.
func errorCodes(ts *testscript.TestScript) []string {
	text := ts.ReadFile("stderr")
	dec := json.NewDecoder(strings.NewReader(text))
	var codes []string
	var again bytes.Buffer
	for {
		var raw json.RawMessage
		if err := dec.Decode(&raw); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			ts.Fatalf("standard error is not JSON: %v", err)
		}
		var e struct {
			Error struct{ Code, Message string }
		}
		ts.Check(json.Unmarshal(raw, &e))
		if e.Error.Code == "" || e.Error.Message == "" {
			ts.Fatalf("an error without code or message: %s", raw)
		}
		codes = append(codes, e.Error.Code)
		ts.Check(json.Indent(&again, raw, "", "  "))
		again.WriteByte('\n')
	}
	if again.String() != text {
		ts.Fatalf("standard error is not indented by two spaces")
	}
	return codes
}

// files returns a sum of every file below the folder of the session. Files of
// locks hold nothing.
func files(ts *testscript.TestScript) map[string]string {
	sums := map[string]string{}
	err := filepath.WalkDir(ts.Getenv("WORK"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(path) == ".lock" {
			return err
		}
		text, err := os.ReadFile(path)
		sums[path] = fmt.Sprintf("%x", sha256.Sum256(text))
		return err
	})
	ts.Check(err)
	return sums
}

func checkSame(ts *testscript.TestScript, before map[string]string) {
	after := files(ts)
	for path, sum := range after {
		if old, ok := before[path]; !ok {
			ts.Fatalf("%s is new", path)
		} else if old != sum {
			ts.Fatalf("%s has changed", path)
		}
	}
	for path := range before {
		if _, ok := after[path]; !ok {
			ts.Fatalf("%s is gone", path)
		}
	}
}

// makebank FILE KEYS BYTES writes a bank with so many entries whose values are
// texts of so many bytes.
func makeBank(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: makebank FILE KEYS BYTES")
	}
	keys, err := strconv.Atoi(args[1])
	ts.Check(err)
	size, err := strconv.Atoi(args[2])
	ts.Check(err)
	var b bytes.Buffer
	b.WriteString(`{"_meta": {"version": 1}, "entries": {`)
	for i := range keys {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"k%05d": {"value": "%s"}`, i, strings.Repeat("v", size))
	}
	b.WriteString("}}")
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o700))
	ts.Check(os.WriteFile(path, b.Bytes(), 0o600))
}

// maketext FILE BYTES writes a JSON string of so many bytes, without its quotes.
func makeText(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: maketext FILE BYTES")
	}
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(`"`+strings.Repeat("t", size)+`"`), 0o600))
}

// repeat VAR TEXT COUNT sets an environment variable to a text that repeats
// another.
func repeat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: repeat VAR TEXT COUNT")
	}
	count, err := strconv.Atoi(args[2])
	ts.Check(err)
	ts.Setenv(args[0], strings.Repeat(args[1], count))
}

// hold FILE holds the lock in a file until the session ends.
func hold(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: hold FILE")
	}
	unlock, err := filelock.Lock(context.Background(), ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Defer(func() { ts.Check(unlock()) })
}

// interrupt ARG... runs memory-cli with a standard input that does not end,
// and interrupts it once it reads that. It must end as interrupted commands do.
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: interrupt ARG...")
	}
	before := files(ts)
	path, err := exec.LookPath("memory-cli")
	ts.Check(err)
	cmd := exec.Command(path, args...)
	cmd.Env = append(os.Environ(), "HOME="+ts.Getenv("HOME"))
	cmd.Dir = ts.MkAbs(".")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdin, err := cmd.StdinPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	// More than a pipe holds: once it is written the command is reading, and
	// signals are being listened for.
	_, err = stdin.Write(bytes.Repeat([]byte(" "), 256<<10))
	ts.Check(err)
	ts.Check(cmd.Process.Signal(os.Interrupt))
	exit, ok := errors.AsType[*exec.ExitError](cmd.Wait())
	if !ok || exit.ExitCode() != 130 || !strings.Contains(stderr.String(), `"code": "CANCELLED"`) {
		ts.Fatalf("interrupted: %v\n%s", exit, &stderr)
	}
	checkSame(ts, before)
}
