package memex_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/clitest"
)

// FuzzCommandLine checks what every command line must fulfil: an exit code
// of the three, an error where it is not 0, no crash, nothing we did not
// expect, and one JSON value where that was asked for. The arguments are the
// lines of the input.
func FuzzCommandLine(f *testing.F) {
	for _, line := range []string{
		"search", "search\ntext", "search\ntext\n--json", "search\n--tag\na,b\n--json", "search\n--since\n7d\n--compact",
		"search\ntext\n--limit\n1", "search\n-x", "search\n--\n--json", "read\na", "read\na\n--json", "write\nnew", "write\na\n-\n--json",
		"links", "links\n--filter\nhub\n--json", "links\n--stats\n--json", "links\na\n--json", "backlinks\na\n--json",
		"rename\na\nc\n--json", "archive\na\n--json", "mark\na\nstale", "mark\na\nok\n--json", "organize\n--json",
		"organize\n--done\n--json", "organize\n--since\nyesterday", "doctor\n--json", "help\nmark", "completion\nbash",
		"__complete\nread\n", "--version", "version\n--json", "\n-\n--",
	} {
		f.Add(line, "---\ntitle: T\ncreated: 2026-01-01\nsource: s\n---\n[[a]]\n")
	}
	f.Fuzz(func(t *testing.T, line, stdin string) {
		args := strings.Split(line, "\n")
		h := clitest.NewHome(t, "memex")
		putCard(t, h, "a", "---\ntitle: A\ntags: [x]\n---\ntext [[b]]\n")
		putCard(t, h, "sub/b", stdin)
		stdout, stderr, code := h.Run(t, stdin, args...)
		if code < 0 || code > 2 {
			t.Errorf("memex %q: exit code %d", args, code)
		}
		if strings.Contains(stderr, "internal") {
			t.Errorf("memex %q:\n%s", args, stderr)
		}
		completing := strings.HasPrefix(args[0], "__")
		if code != 0 && stderr == "" && !completing {
			t.Errorf("memex %q: exit code %d without a word", args, code)
		}
		if args[len(args)-1] == "--json" && code == 0 && !completing && len(args) > 1 && args[len(args)-2] != "--" && !json.Valid([]byte(stdout)) {
			t.Errorf("memex %q: no JSON: %q", args, stdout)
		}
	})
}
