//go:build !windows

package atomicfile_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/agmem/agmem/internal/atomicfile"
)

// writerEnv makes this test binary a process that writes the file that it
// names and never finishes.
const writerEnv = "AGMEM_TEST_WRITES"

func TestMain(m *testing.M) {
	path := os.Getenv(writerEnv)
	if path == "" {
		os.Exit(m.Run())
	}
	err := atomicfile.Write(path, func(w io.Writer) error {
		// More than the buffer, so that some of it is in the file.
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			return err
		}
		fmt.Println("writing")
		_, err := io.Copy(io.Discard, os.Stdin) // until it is killed, or the test ends
		return err
	})
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// writing starts a process that is in the middle of writing the file, and
// returns what kills it. It has ended when that returns.
func writing(t *testing.T, path string) (kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), writerEnv+"="+path)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // killed
		_ = in.Close()
	})
	t.Cleanup(kill)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "writing\n" {
		t.Fatalf("the writer said %q: %v", line, err)
	}
	return kill
}

// names returns what is in a folder.
func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	all := []string{}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func TestNextWriteRemovesWhatAKilledWriterLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for range 3 {
		writing(t, path)()
	}
	if left := names(t, filepath.Dir(path)); len(left) != 1 {
		t.Errorf("three killed writers left %v, want one file", left)
	}
	if err := atomicfile.WriteFile(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); got != "new" {
		t.Errorf("the file holds %q", got)
	}
	onlyFile(t, path)
}

func TestRemovalAndMoveTakeAwayWhatAKilledWriterLeft(t *testing.T) {
	for name, away := range map[string]func(path string) error{
		"Remove": atomicfile.Remove,
		"Move":   func(path string) error { return atomicfile.Move(path, path+".moved") },
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := atomicfile.WriteFile(path, nil); err != nil {
			t.Fatal(err)
		}
		writing(t, path)()
		if err := away(path); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, left := range names(t, filepath.Dir(path)) {
			if left != "file.moved" {
				t.Errorf("%s: %s was left behind", name, left)
			}
		}
	}
}

func TestLivingWriterKeepsItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	kill := writing(t, path)
	mine := names(t, filepath.Dir(path))
	if err := atomicfile.WriteFile(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Remove(path); err != nil {
		t.Fatal(err)
	}
	if left := names(t, filepath.Dir(path)); !slices.Equal(left, mine) {
		t.Errorf("the folder holds %v, the living writer made %v", left, mine)
	}
	kill()
	if err := atomicfile.WriteFile(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	onlyFile(t, path)
}

// What somebody put at the name of a temporary file is not written through.
func TestHostileTemporaryNames(t *testing.T) {
	for what, put := range map[string]func(t *testing.T, at, victim string){
		"a link":        func(t *testing.T, at, victim string) { symlink(t, victim, at) },
		"a broken link": func(t *testing.T, at, victim string) { symlink(t, victim+".none", at) },
		"a hard link": func(t *testing.T, at, victim string) {
			if err := os.Link(victim, at); err != nil {
				t.Fatal(err)
			}
		},
		"a folder": func(t *testing.T, at, _ string) { mkdir(t, filepath.Join(at, "inside")) },
		"a named pipe": func(t *testing.T, at, _ string) {
			if err := syscall.Mkfifo(at, 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"a file that nobody may write": func(t *testing.T, at, _ string) {
			if err := os.WriteFile(at, nil, 0o400); err != nil {
				t.Fatal(err)
			}
		},
		"a file that all may read": func(t *testing.T, at, _ string) {
			if err := os.WriteFile(at, []byte(strings.Repeat("old", 100)), 0o666); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			root := t.TempDir()
			victim := filepath.Join(root, "victim")
			if err := os.WriteFile(victim, []byte("untouched"), 0o640); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(root, "folder", "file")
			mkdir(t, filepath.Dir(path))
			put(t, filepath.Join(root, "folder", ".file.agmem.tmp"), victim)
			for range 2 {
				if err := atomicfile.WriteFile(path, []byte("new")); err != nil {
					t.Fatal(err)
				}
			}
			if info := stat(t, path); read(t, path) != "new" || info.Mode() != 0o600 {
				t.Errorf("the file holds %q with mode %v", read(t, path), info.Mode())
			}
			if info := stat(t, victim); read(t, victim) != "untouched" || info.Mode() != 0o640 {
				t.Errorf("the other file holds %q with mode %v", read(t, victim), info.Mode())
			}
			if left := names(t, filepath.Dir(path)); len(left) > 2 {
				t.Errorf("left behind: %v", left)
			}
			if _, err := os.Lstat(victim + ".none"); err == nil {
				t.Error("a file was made where a link points to")
			}
		})
	}
}
