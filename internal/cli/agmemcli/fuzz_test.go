package agmemcli_test

import (
	"strings"
	"testing"
)

// FuzzCommandLine checks what every command line must fulfil: an exit code
// of the three, no crash, and no error that we did not expect. The arguments
// are the lines of the input.
func FuzzCommandLine(f *testing.F) {
	for _, line := range []string{
		"add\ntext\n--tags\na,b", "get\na3f2\n--full", "update\na3f2\n-", "delete\na3f2\n--purge",
		"search\n\"unbalanced AND (x*\n--explain\n--limit\n3", "list\n--sort\naccess\n--after\n7d",
		"history\nid", "undo\n--id\nx", "tags\n--json", "stats\n--human", "config\nset\nembedding.modle\nx",
		"config\nlist\n--known\n--source\nteam", "source\nlist", "run\nstatus", "import\n-\n--dry-run",
		"export\n-", "help\nconfig\nset", "completion\nbash", "__complete\nget\n", "--version\n--json",
		"link\nbin", "memory-cli\nwrite\nb\nk", "memory-cli\nlist\n-v", "help\nmemory-cli",
		"search\n--\n-x\n--json", "\n-\n--", "add\n- item\n--expires\nend of month", "list\n--json=\n--human",
	} {
		f.Add(line, "standard\ninput")
	}
	f.Fuzz(func(t *testing.T, line, stdin string) {
		args := strings.Split(line, "\n")
		if namesAFile(args) {
			t.Skip("only files in the folder of the test may be written")
		}
		h := newHome(t)
		t.Chdir(h.Dir)
		_, stderr, code := h.Run(t, stdin, args...)
		if code < 0 || code > 2 {
			t.Errorf("agmem %q: exit code %d", args, code)
		}
		if strings.Contains(stderr, "internal error") {
			t.Errorf("agmem %q:\n%s", args, stderr)
		}
		if code != 0 && !strings.Contains(stderr, "agmem: ") && !strings.Contains(stderr, `"error":`) {
			t.Errorf("agmem %q failed without a word", args)
		}
	})
}

// namesAFile reports arguments that could lead out of the folder.
func namesAFile(args []string) bool {
	for _, a := range args {
		if strings.ContainsAny(a, `/\:`) || strings.Contains(a, "..") {
			return true
		}
	}
	return false
}
