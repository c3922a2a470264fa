package agmem_test

import (
	"bytes"
	"os"
	"path"
	"regexp"
	"testing"
)

// machinePath finds the path of a folder that one machine has and the next has
// not, at the place where a path begins.
var machinePath = regexp.MustCompile("(?m)(?:^|[\\s\"'`(=:,])/(?:work|root|tmp/w)/")

func TestNoPathOfOneMachine(t *testing.T) {
	walkFiles(t, func(name string) {
		if path.Base(name) == "arch_text_test.go" {
			return
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
			return
		}
		if bytes.IndexByte(data, 0) >= 0 {
			return // no text
		}
		if at := machinePath.FindIndex(data); at != nil {
			line := 1 + bytes.Count(data[:at[0]+1], []byte("\n"))
			t.Errorf("%s:%d: %q is a path of one machine: take it from a flag or the environment", name, line, data[at[0]:at[1]])
		}
	})
}

func TestMachinePath(t *testing.T) {
	for text, want := range map[string]bool{
		"see /work/notes":                 true,
		"\n/work/x":                       true,
		`path := "/tmp/w/db"`:             true,
		"https://example.org/work/x":      false,
		"src/work/x":                      false,
		"AGMEM_TESTDATA=/work/data":       true,
		"a folder like ~/work/my-project": false,
	} {
		if got := machinePath.MatchString(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
