package metamemory_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/clitest"
)

// Values are kept as they were given, however large or in what letters.
func TestValuesStayWhatTheyAre(t *testing.T) {
	h := clitest.NewHome(t, "meta-memory")
	for _, c := range []struct{ command, in, want string }{
		{"context-pack", `{"query":"x","budgetTokens":3000000000}`, `"budgetTokens": 3000000000`},
		{"context-pack", `{"query":"x","budgetTokens":9007199254740992}`, `"budgetTokens": 9007199254740992`},
		{"search", `{"query":"x","limit":1e300}`, `"results": []`},
		{"list-events", `{"limit":1e300}`, `"events": []`},
		{"sync-turn", `{"messages":[{"role":"user","content":"x","timestamp":"2020-01-01t00:00:00z"}]}`, `"timestamp": "2020-01-01T00:00:00.000Z"`},
	} {
		stdout, stderr, code := h.Run(t, c.in, c.command)
		if code != 0 || !strings.Contains(stdout, c.want) {
			t.Errorf("%s %s: exit code %d, %s%s", c.command, c.in, code, stdout, stderr)
		}
	}
}

// A ledger without one of its tables is damaged, which is no mistake of the program.
func TestMissingTable(t *testing.T) {
	h := clitest.NewHome(t, "meta-memory")
	path := filepath.Join(t.TempDir(), "ledger.db")
	in := `{"content":"x","query":"x","dbPath":"` + filepath.ToSlash(path) + `"}`
	if _, stderr, code := h.Run(t, in, "remember"); code != 0 {
		t.Fatal(stderr)
	}
	execute(t, path, `PRAGMA foreign_keys = OFF; DROP TABLE ledger_events`)
	for _, command := range []string{"remember", "search"} {
		got := failed(t, h, t.Context(), strings.NewReader(in), command)
		if !strings.Contains(got, "is damaged") || !strings.Contains(got, "no such table: ledger_events") || !strings.Contains(got, "restore a copy") {
			t.Errorf("%s: %s", command, got)
		}
	}
}
