package memorytools_test

import (
	"strings"
	"testing"
)

// recall says what it does not show: what operators leave out, what scores next to
// nothing, and that nothing matches well.
func TestRecallSaysWhatItLeavesOut(t *testing.T) {
	c := newHouse(t).client()
	for _, text := range []string{
		"docker compose starts the database", "docker swarm is not used here", "docker images are built by hand",
		"the heron nests in May", "invoices are sent on Friday", "the parser reads one token ahead",
	} {
		c.remember(text)
	}
	note := func(query string) string {
		var answer struct {
			Note    string
			Results []struct{ Score float64 }
		}
		c.ok("recall", `{"query":"`+query+`"}`, &answer)
		return answer.Note
	}
	if got := note("docker"); strings.Contains(got, "operators") || strings.Contains(got, "No good match") {
		t.Errorf("of a plain word it says %q", got)
	}
	if got := note("docker AND swarm"); !strings.Contains(got, "operators of the query leave out 2 that have words of it") {
		t.Errorf("of operators it says %q", got)
	}
	if got := note("why does the garage of the embassy open on Sundays"); !strings.Contains(got, "No good match") {
		t.Errorf("of what nothing answers it says %q", got)
	}
}
