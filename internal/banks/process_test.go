package banks_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/testsize"
)

// filler makes a write long enough to be met in its middle.
var filler = strings.Repeat("x", 200_000)

func backgroundContext() context.Context { return context.Background() }

// Thirty-two processes add 1 to one counter, up to a hundred times each.
func TestManyProcessesCount(t *testing.T) {
	const processes = 32
	each := testsize.Of(100, 10)
	dir := t.TempDir()
	running := make([]*exec.Cmd, processes)
	for i := range running {
		running[i] = helperProcess(t, "count", dir, strconv.Itoa(each))
		if err := running[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	for i, cmd := range running {
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v", i, err)
		}
	}
	e, err := newShelf(dir).banks().Entries.Read(t.Context(), banks.Ref{Bank: "bank"}, "n")
	if want := strconv.Itoa(processes * each); err != nil || string(e.Value) != want {
		t.Errorf("the counter is %s (%v), want %s", e.Value, err, want)
	}
}

// A writer is killed again and again at any moment: what it said was written
// is there, or the number after it, and always whole.
func TestKilledBankWriter(t *testing.T) {
	dir := t.TempDir()
	rounds := testsize.Of(300, 20)
	last, start := 0, 5*time.Millisecond // what a process takes to begin, found out below
	for round := range rounds {
		var said bytes.Buffer
		cmd := helperProcess(t, "write", dir, strconv.Itoa(last+1))
		cmd.Stdout = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(start + time.Duration(round%17)*time.Millisecond) // the moment is arbitrary, no result depends on it
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // killed
		if numbers := strings.Fields(said.String()); len(numbers) > 0 {
			last, _ = strconv.Atoi(numbers[len(numbers)-1])
		} else {
			start += start / 4 // too early to meet a write
		}
		last = writtenNumber(t, dir, last)
	}
	if last == 0 {
		t.Fatal("nothing was written in any round")
	}
	t.Logf("%d numbers were written in %d rounds", last, rounds)
	checkLeftovers(t, dir)
}

// gc and a repair of everything remove what is left of banks that are gone.
func TestCareRemovesTemporaryFiles(t *testing.T) {
	for name, care := range map[string]func(banks.Care, bool) error{
		"gc": func(c banks.Care, dry bool) error {
			_, err := c.Collect(t.Context(), banks.CollectRequest{DryRun: dry})
			return err
		},
		"repair": func(c banks.Care, dry bool) error {
			_, err := c.Repair(t.Context(), banks.RepairRequest{CheckOnly: dry})
			return err
		},
	} {
		dir := t.TempDir()
		all := newShelf(dir).banks()
		if _, err := all.Entries.Write(t.Context(), banks.Ref{Bank: "bank"}, banks.WriteRequest{Key: "k", Value: []byte("1")}); err != nil {
			t.Fatal(err)
		}
		left := filepath.Join(dir, "project", ".gone.json.agmem-7.tmp")
		if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		longAgo := time.Now().Add(-time.Hour) // where the age decides
		if err := os.Chtimes(left, longAgo, longAgo); err != nil {
			t.Fatal(err)
		}
		for _, dry := range []bool{true, false} {
			if err := care(all.Care, dry); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Lstat(left); (err == nil) != dry {
				t.Errorf("%s, only looking %v: the file is there: %v", name, dry, err == nil)
			}
		}
	}
}

// writtenNumber returns the number in the bank, which must be the last that
// was said to be written or the one after it.
func writtenNumber(t *testing.T, dir string, said int) int {
	t.Helper()
	e, err := newShelf(dir).banks().Entries.Read(t.Context(), banks.Ref{Bank: "bank"}, "n")
	if agmem.KindOf(err) == agmem.NotFound && said == 0 {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	var value struct {
		N      int
		Filler string
	}
	if err := json.Unmarshal(e.Value, &value); err != nil || value.Filler != filler {
		t.Fatalf("the value is a mixture: %v", err)
	}
	if value.N != said && value.N != said+1 {
		t.Fatalf("the number is %d, %d was the last that was written", value.N, said)
	}
	return value.N
}

// checkLeftovers allows nothing but the bank and its lock after one more write.
func checkLeftovers(t *testing.T, dir string) {
	t.Helper()
	if _, err := newShelf(dir).banks().Entries.Write(t.Context(), banks.Ref{Bank: "bank"}, banks.WriteRequest{Key: "n", Value: []byte("1")}); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(filepath.Join(dir, "project"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if name := f.Name(); name != "bank.json" && name != "bank.json.lock" {
			t.Errorf("%s was left behind", name)
		}
	}
}
