package banks_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/bankfolder"
	"github.com/agmem/agmem/internal/banks/jq"
)

// TestMain makes this test binary also a program that writes banks, for tests
// that need several processes.
func TestMain(m *testing.M) {
	if task := os.Getenv("AGMEM_TEST_BANKS"); task != "" {
		if err := writeBanks(task, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// shelf is a pair of real folders with a clock.
type shelf struct {
	user, project string
	now           func() time.Time
}

func newShelf(dir string) *shelf {
	return &shelf{user: filepath.Join(dir, "user"), project: filepath.Join(dir, "project"), now: time.Now}
}

func (s *shelf) banks() *banks.Banks {
	clock := func() time.Time { return s.now() }
	folder := func(path string, scope banks.Scope) *bankfolder.Folder {
		return bankfolder.New(path, scope, bankfolder.Options{Now: clock})
	}
	return banks.New(banks.Options{
		Places: func() banks.Places {
			return banks.Places{
				User: folder(s.user, banks.UserScope), Project: folder(s.project, banks.ProjectScope), ProjectFound: true,
			}
		},
		Now:     clock,
		Compile: jq.Compile,
	})
}

// helperProcess is this test binary as a program that writes banks in dir.
func helperProcess(t *testing.T, task, dir string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, append([]string{dir}, args...)...)
	cmd.Env = append(os.Environ(), "AGMEM_TEST_BANKS="+task, "GORACE=atexit_sleep_ms=0")
	cmd.Stderr = os.Stderr
	return cmd
}

// count adds 1 to a counter a number of times. On a busy machine a process can
// wait too long for its turn: then nothing was written, and it asks again.
func count(entries banks.Entries, bank banks.Ref, number int) error {
	for done := 0; done < number; {
		_, err := entries.Update(backgroundContext(), bank, banks.UpdateRequest{Key: "n", Filter: ". + 1", Create: true})
		if err == nil {
			done++
			continue
		}
		if !banks.HasCode(err, banks.Conflict) {
			return err
		}
	}
	return nil
}

// writeBanks is that program: `count DIR N` adds 1 to a counter N times;
// `write DIR FROM` writes numbers from FROM on and says each when it is done.
func writeBanks(task string, args []string) error {
	number, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	entries := newShelf(args[0]).banks().Entries
	bank := banks.Ref{Bank: "bank"}
	if task == "count" {
		return count(entries, bank, number)
	}
	for ; ; number++ {
		value := fmt.Appendf(nil, `{"n": %d, "filler": %q}`, number, filler)
		if _, err := entries.Write(backgroundContext(), bank, banks.WriteRequest{Key: "n", Value: value}); err != nil {
			return err
		}
		fmt.Println(number)
	}
}
