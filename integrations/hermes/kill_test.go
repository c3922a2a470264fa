package hermes_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/testsize"
)

// Half of the programs may be killed at a random time, and Hermes too. Every turn that
// was counted as kept is there, and no turn is there in part or twice.
func TestKeptTurnsSurviveKills(t *testing.T) {
	p := newPlace(t)
	turns := testsize.Of(1000, 30)
	kept, lost := map[string]bool{}, 0
	for turn := 0; turn < turns; {
		h := p.start("mortal")
		for before, gone, end := 0, 0, turn+1+rand.IntN(50); turn < min(end, turns); turn++ {
			name := fmt.Sprint("turn ", turn)
			h.call("sync_turn", []any{name + " asked", name + " answered"}, nil)
			h.call("flush", nil, nil)
			var s status
			h.tool("status", nil, &s)
			kept[name] = s.Turns.Kept > before
			before = s.Turns.Kept
			lost += s.Turns.Lost - gone
			gone = s.Turns.Lost
		}
		last := fmt.Sprint("last of ", turn) // nobody is told that it is kept
		kept[last] = false
		h.call("sync_turn", []any{last + " asked", last + " answered"}, nil)
		time.Sleep(time.Duration(rand.IntN(20_000)) * time.Microsecond)
		if err := h.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = h.cmd.Wait() // killed
	}
	there := map[string]int{}
	for _, content := range settled(t, p) {
		there[content]++
	}
	acknowledged := 0
	for name, ok := range kept {
		asked, answered := there[name+" asked"], there[name+" answered"]
		if asked != answered || asked > 1 || ok && asked != 1 {
			t.Errorf("%s: kept %v, asked %d times, answered %d times", name, ok, asked, answered)
		}
		if ok {
			acknowledged++
		}
	}
	if acknowledged == 0 || acknowledged+lost != turns {
		t.Errorf("%d turns kept and %d lost, of %d", acknowledged, lost, turns)
	}
	t.Logf("%d of %d turns were kept, %d were lost to a kill", acknowledged, turns, lost)
}

// settled are the contents when nothing is written any more: a program outlives the
// Hermes that was killed, and what it adds moves the pages that are being read.
func settled(t *testing.T, p place) []string {
	t.Helper()
	for all := contents(t, p); ; {
		again := contents(t, p)
		if slices.Equal(again, all) {
			return all
		}
		all = again
	}
}

// contents are those of the events of the ledger, newest first.
func contents(t *testing.T, p place) []string {
	t.Helper()
	var all []string
	for next := 0; len(all) == 0 || next > 0; {
		cmd := exec.Command(p.program(), "list-events")
		cmd.Env = append(os.Environ(), "FAKE_META_MEMORY=real", "META_MEMORY_DB="+p.database())
		cmd.Stdin, cmd.Stderr = strings.NewReader(fmt.Sprintf(`{"limit": 1000000, "offset": %d}`, next)), os.Stderr
		out, err := cmd.Output()
		var page struct {
			Events     []struct{ Content string }
			NextOffset int
		}
		if err != nil || json.Unmarshal(out, &page) != nil || len(page.Events) == 0 {
			t.Fatalf("list-events: %v: %s", err, out)
		}
		for _, event := range page.Events {
			all = append(all, event.Content)
		}
		next = page.NextOffset
	}
	return all
}
