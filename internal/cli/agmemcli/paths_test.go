package agmemcli_test

import (
	"runtime"
	"strings"
	"testing"
)

// The path of a file may have bytes that are not UTF-8, which no format can
// write as they are.
func TestPathsThatAreNotUTF8(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system refuses names that are not UTF-8; how they are printed was not tested")
	}
	for _, args := range [][]string{{"link", "bin\xf4"}, {"add", "x", "--db", "x\xf4.db"}, {"stats", "--db", "x\xf4.db"}, {"export", "e\xf4"}, {"export", "e\xf4", "--force"}} {
		for _, format := range []string{"", "--json", "--human"} {
			line := args
			if format != "" {
				line = append([]string{format}, args...)
			}
			h := newHome(t)
			t.Chdir(h.Dir)
			stdout, stderr, code := h.Run(t, "", line...)
			if code != 0 || strings.Contains(stderr, "internal error") {
				t.Errorf("agmem %q: exit code %d, %s", line, code, stderr)
			}
			if args[0] == "link" && format == "" && !strings.Contains(stdout, "bin\ufffd") {
				t.Errorf("agmem %q does not show the path: %q", line, stdout)
			}
		}
	}
}
