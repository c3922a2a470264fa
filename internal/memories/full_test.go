package memories

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agmem/agmem"
)

// An import that meets a full disk says how much of it is stored, and the same
// import completes the rest.
func TestImportIntoAFullDatabase(t *testing.T) {
	const total = 12_000
	sequence := func(yield func(agmem.Memory, error) bool) {
		for i := range total {
			if !yield(agmem.Memory{Content: fmt.Sprintf("memory %d of many", i)}, nil) {
				return
			}
		}
	}
	s := opened(t, t.TempDir()+"/agmem.db")
	execute(t, s, `PRAGMA max_page_count = 700`) // of the one connection that there is so far
	_, err := s.Import(t.Context(), sequence, agmem.ImportOptions{Total: total})
	stored := len(contents(t, s))
	if stored == 0 || stored == total {
		t.Fatalf("%d of %d memories are stored: the test shows nothing", stored, total)
	}
	told, ok := errors.AsType[*agmem.Error](err)
	if !ok || told.Kind != agmem.Unavailable {
		t.Fatal(err)
	}
	if !strings.Contains(told.Message, fmt.Sprintf("the first %d of %d memories are stored", stored, total)) ||
		!strings.Contains(told.Message, "the disk is full") || !strings.Contains(told.Hint, "the same import") {
		t.Errorf("%d are stored; %s; %s", stored, told.Message, told.Hint)
	}
	for _, untrue := range []string{"left as it was", "rollback"} {
		if strings.Contains(told.Message, untrue) {
			t.Errorf("it says %q", told.Message)
		}
	}
	execute(t, s, `PRAGMA max_page_count = 1000000`)
	report, err := s.Import(t.Context(), sequence, agmem.ImportOptions{Total: total})
	if err != nil || report.Added != total-stored || report.Unchanged != stored {
		t.Errorf("%d were stored; the same import: %+v, %v", stored, report, err)
	}
}
