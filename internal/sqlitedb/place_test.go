package sqlitedb

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/agmem/agmem"
)

// A file that may be there, in a folder that cannot be looked into, cannot be
// opened: nobody wanted to create it.
func TestSentencesOfDeniedFiles(t *testing.T) {
	for op, want := range map[string]string{"stat": "a.db cannot be opened: ", "mkdir": "a.db cannot be created: ", "open": "a.db cannot be created: "} {
		err := fileFailure("a.db", &fs.PathError{Op: op, Path: "a.db", Err: fs.ErrPermission})
		if agmem.KindOf(err) != agmem.Denied || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", op, err)
		}
	}
}
