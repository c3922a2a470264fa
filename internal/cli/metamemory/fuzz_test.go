package metamemory_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/clitest"
)

// FuzzInput checks what every input must lead to: an answer in JSON, or one line
// that says what is wrong, which is never a bug of ours. The ledger is in memory.
func FuzzInput(f *testing.F) {
	names := slices.Sorted(maps.Keys(samples()))
	for i, name := range names {
		f.Add(uint8(i), samples()[name])
	}
	f.Add(uint8(0), `{"subject":"\ud800","predicate":"\u0000","object":"{}","metadata":{"":null,"":[{}]},"scope":{"type":"user","id":"\uffff"}}`)
	f.Add(uint8(10), `{"messages":[{"role":"user","content":"x","timestamp":"9999-12-31T23:59:59Z"},{}]}`)
	f.Fuzz(func(t *testing.T, command uint8, stdin string) {
		if strings.Contains(stdin, "dbPath") || strings.Contains(stdin, "\\u00") && strings.Contains(stdin, "Path") {
			t.Skip("only a ledger in memory may be written")
		}
		name := names[int(command)%len(names)]
		stdout, stderr, code := clitest.NewHome(t, "meta-memory").Run(t, stdin, name)
		switch {
		case code == 0 && (!json.Valid([]byte(stdout)) || stderr != ""):
			t.Errorf("%s %q: %s%s", name, stdin, stdout, stderr)
		case code == 1:
			var e struct{ Error string }
			if err := json.Unmarshal([]byte(stderr), &e); err != nil || stdout != "" || e.Error == "" || strings.HasPrefix(e.Error, "Internal") {
				t.Errorf("%s %q: %s%s", name, stdin, stdout, stderr)
			}
		case code > 1 || code < 0:
			t.Errorf("%s %q: exit code %d", name, stdin, code)
		}
	})
}
