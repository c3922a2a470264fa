//go:build unix

package memex_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/agmem/agmem/internal/clitest"
)

// nobody is a user whom rights bind where the tests run as root.
const nobody = 65534

// asNobody returns a copy of this test binary that is called memex, and runs it
// as a user whom the rights of files bind.
func asNobody(t *testing.T, home *clitest.Home) func(args ...string) (stdout, stderr string, code int) {
	t.Helper()
	bin := filepath.Join(home.Dir, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(bin, "memex")
	copyProgram(t, program)
	credential := openToNobody(t, home.Dir)
	return func(args ...string) (string, string, int) {
		cmd := exec.CommandContext(t.Context(), program, args...)
		cmd.Dir = home.Dir
		cmd.Env = []string{"HOME=" + home.Dir, "GORACE=atexit_sleep_ms=0", "PATH=" + bin}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: credential}
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err := cmd.Run()
		if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
			t.Fatal(err)
		}
		return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
	}
}

func copyProgram(t *testing.T, to string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(self)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

// openToNobody gives a folder of this test to the user nobody where root runs
// it, and returns how to become that user; nil for anybody else.
func openToNobody(t *testing.T, dir string) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chown(path, nobody, nobody)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	return &syscall.Credential{Uid: nobody, Gid: nobody}
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(path, 0o700) })
}

// What may not be read is named, and the rest works.
func TestCardsThatMayNotBeRead(t *testing.T) {
	h := clitest.NewHome(t, "memex")
	putCard(t, h, "fine", "good text")
	putCard(t, h, "secret", "good text")
	putCard(t, h, "closed/inner", "good text")
	run := asNobody(t, h)
	chmod(t, h.File(".memex/cards/secret.md"), 0)
	chmod(t, h.File(".memex/cards/closed"), 0)
	for _, args := range [][]string{{"search", "good"}, {"search"}, {"links"}, {"organize"}, {"search", "good", "--json"}} {
		stdout, stderr, code := run(args...)
		if code != 0 || !strings.Contains(stdout, "fine") {
			t.Errorf("memex %v: exit code %d\n%s%s", args, code, stdout, stderr)
		}
		if !strings.Contains(stderr, "secret") || !strings.Contains(stderr, "closed") {
			t.Errorf("memex %v does not name what it cannot read:\n%s", args, stderr)
		}
	}
	for _, args := range [][]string{{"read", "secret", "--json"}, {"mark", "secret", "stale", "--json"}} {
		if _, stderr, code := run(args...); code != 1 || !strings.Contains(stderr, `"code":"denied"`) {
			t.Errorf("memex %v: exit code %d\n%s", args, code, stderr)
		}
	}
	if stdout, _, code := run("doctor"); code != 1 || !strings.Contains(stdout, "error") {
		t.Errorf("memex doctor: exit code %d\n%s", code, stdout)
	}
}

// A home that may only be read is read.
func TestAHomeThatMayNotBeWritten(t *testing.T) {
	h := clitest.NewHome(t, "memex")
	putCard(t, h, "fine", "good text")
	run := asNobody(t, h)
	chmod(t, h.File(".memex/cards"), 0o500)
	chmod(t, h.File(".memex"), 0o500)
	for _, args := range [][]string{{"search", "good"}, {"read", "fine"}, {"links"}, {"organize"}, {"doctor"}} {
		if _, stderr, code := run(args...); code != 0 || stderr != "" {
			t.Errorf("memex %v: exit code %d\n%s", args, code, stderr)
		}
	}
	for _, args := range [][]string{{"archive", "fine"}, {"rename", "fine", "new"}, {"mark", "fine", "stale"}, {"organize", "--done"}} {
		if _, stderr, code := run(append(args, "--json")...); code != 1 || !strings.Contains(stderr, `"code":"denied"`) {
			t.Errorf("memex %v: exit code %d\n%s", args, code, stderr)
		}
	}
}
