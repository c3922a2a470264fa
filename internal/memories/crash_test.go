package memories_test

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/storetest"
	"github.com/agmem/agmem/internal/testsize"
)

// A process is killed in the middle of 200 writes, again and again on the same
// file: what it said was done is there, and what it was doing is done or not.
func TestKilledWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "agmem.db")
	expected := make(map[string]string) // number of the write that gave it its content, by id
	for round := range 8 {
		var out bytes.Buffer
		cmd := helper(t, "mix", path, fmt.Sprint("r", round))
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(20+40*round) * time.Millisecond) // the moment is arbitrary, no result depends on it
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // killed
		doing := replay(t, expected, lines(t, &out), round)
		s, err := memories.Open(t.Context(), path, memories.Options{})
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		sound(t, s)
		expected = compare(t, export(t, s), expected, doing)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// replay applies what was done to the expected state, and returns what was
// being done at the end.
func replay(t *testing.T, expected map[string]string, said []string, round int) (doing []string) {
	t.Helper()
	for _, line := range said {
		words := strings.Fields(line)
		if words[0] == "try" {
			doing = words[1:]
			continue
		}
		if len(doing) < 3 {
			t.Fatalf("%q after nothing was tried", line)
		}
		value := fmt.Sprintf("r%d %s", round, doing[2])
		switch doing[0] {
		case "add":
			expected[words[1]] = value
		case "update":
			expected[doing[1]] = value
		case "delete":
			delete(expected, doing[1])
		}
		doing = nil
	}
	return doing
}

// compare wants the expected state, except the one write that may be done or
// not, and returns what is there.
func compare(t *testing.T, all []agmem.Memory, expected map[string]string, doing []string) map[string]string {
	t.Helper()
	there := make(map[string]string)
	for _, m := range all {
		words := strings.Fields(m.Content)
		there[m.ID] = words[0] + " " + words[1]
	}
	var differ []string
	for _, id := range slices.Sorted(maps.Keys(expected)) {
		if there[id] != expected[id] {
			differ = append(differ, id)
		}
	}
	for id := range there {
		if _, known := expected[id]; !known {
			differ = append(differ, id)
		}
	}
	if len(differ) == 0 {
		return there
	}
	if len(differ) > 1 || len(doing) == 0 || doing[1] != "?" && doing[1] != differ[0] {
		t.Fatalf("%v differ, while doing %v", differ, doing)
	}
	return there
}

// An import is killed between two of its transactions: what it committed is
// there, and the same import completes the rest.
func TestKilledImport(t *testing.T) {
	size := testsize.Of(20_000, 2500)
	path := filepath.Join(t.TempDir(), "agmem.db")
	cmd := helper(t, "import", path, strconv.Itoa(size))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 1)
	if _, err := out.Read(first); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	s := open(t, path, memories.Options{})
	sound(t, s)
	before := len(export(t, s))
	if before == 0 || before == size {
		t.Logf("the import was killed too early or too late: %d memories", before)
	}
	report, err := s.Import(t.Context(), storetest.Sequence(corpus(size)...), agmem.ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if want := (agmem.ImportReport{Added: size - before, Unchanged: before}); report.Added != want.Added || report.Unchanged != want.Unchanged {
		t.Fatalf("report %+v, want %+v", report, want)
	}
	for i, m := range export(t, s) {
		if !strings.HasSuffix(m.Content, fmt.Sprintf(" memory %d", i)) {
			t.Fatalf("memory %d is %q", i, m.Content)
		}
	}
	sound(t, s)
}
