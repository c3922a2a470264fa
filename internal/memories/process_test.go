package memories_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/testsize"
)

// Sixteen processes start at once on a folder that does not exist, and write
// up to 200 memories each.
func TestManyProcesses(t *testing.T) {
	const processes = 16
	each := testsize.Of(200, 40)
	path := filepath.Join(t.TempDir(), "new", "folder", "agmem.db")
	running := make([]*exec.Cmd, processes)
	outputs := make([]bytes.Buffer, processes)
	for i := range running {
		running[i] = helper(t, "add", path, fmt.Sprint("p", i), fmt.Sprint(each))
		running[i].Stdout = &outputs[i]
		if err := running[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	ids := make(map[string]bool)
	for i, cmd := range running {
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v", i, err)
		}
		for _, id := range strings.Fields(outputs[i].String()) {
			ids[id] = true
		}
	}
	s := open(t, path, memories.Options{})
	all := export(t, s)
	if len(all) != processes*each || len(ids) != processes*each {
		t.Fatalf("%d memories there, %d acknowledged, want %d", len(all), len(ids), processes*each)
	}
	for _, m := range all {
		if !ids[m.ID] {
			t.Fatalf("%s was never acknowledged", m.ID)
		}
	}
	sound(t, s)
}

func export(t *testing.T, s *memories.Store) []agmem.Memory {
	t.Helper()
	var all []agmem.Memory
	err := s.Export(t.Context(), func(m agmem.Memory) error {
		all = append(all, m)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// sound runs the store's own check.
func sound(t *testing.T, s *memories.Store) {
	t.Helper()
	if result, err := s.Run(t.Context(), "check", nil); err != nil {
		t.Fatalf("%v\n%+v", err, result)
	}
}
