package memorycli_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/clitest"
)

// FuzzCommandLine checks what every command line must fulfil: an exit code
// of the three, errors in their form, no crash, and no error that we did not
// expect. The arguments are the lines of the input.
func FuzzCommandLine(f *testing.F) {
	for _, line := range []string{
		"read\nb\nk\n--format\nvalue", "read\nb\nk\n--default\n[1]", "write\nb\nk\n-5\n--ttl\n60", "write\nb\nk\n-",
		"update\nb\nk\n.a += 1\n--create", "update\nb\nk\n-.\n--create", "delete\nb\n--bank\n--confirm", "delete\nb\nk",
		"list\n-v\n--format\ntable", "list\nb\n--scope\nproject", "query\nb\nk\n-.a\n-r", "query\nb\n.entries|keys\n--timeout\n1s",
		"search\n--value\n(x", "search\n-x", "export\nb", "export\n--all\n--scope\nuser", "import\nb", "import\n--all\n--merge",
		"schema\nb\n--set\n-", "schema\nb\n--clear", "gc\n--older-than\n30d\n--dry-run", "repair\n--check-only",
		"help\nschema", "completion\nbash", "__complete\nread\n", "--version", "version", "\n-\n--", "write\nb\nk\n--\n--stdin",
	} {
		f.Add(line, `{"a": [1, "x"]}`)
	}
	f.Fuzz(func(t *testing.T, line, stdin string) {
		args := strings.Split(line, "\n")
		if strings.ContainsAny(line, `/\:`) || strings.Contains(line, "..") {
			t.Skip("only files in the folder of the test may be written")
		}
		h := clitest.NewHome(t, "memory-cli")
		t.Chdir(h.Dir)
		h.Must(t, "write", "b", "k", `{"a": 1}`)
		_, stderr, code := h.Run(t, stdin, args...)
		if code < 0 || code > 2 {
			t.Errorf("memory-cli %q: exit code %d", args, code)
		}
		if strings.Contains(stderr, "INTERNAL_ERROR") {
			t.Errorf("memory-cli %q:\n%s", args, stderr)
		}
		completing := strings.HasPrefix(args[0], "__")
		var e struct{ Error struct{ Code string } }
		if code != 0 && !completing && (lastError(stderr, &e) != nil || (e.Error.Code == "USAGE") != (code == 2)) {
			t.Errorf("memory-cli %q: exit code %d\n%s", args, code, stderr)
		}
	})
}

// lastError decodes the last error on standard error, which a filter may have
// written to before.
func lastError(stderr string, e any) error {
	at := strings.LastIndex(stderr, "{\n  \"error\": {")
	return json.Unmarshal([]byte(stderr[max(at, 0):]), e)
}
