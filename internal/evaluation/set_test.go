package evaluation

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agmem/agmem"
)

// FuzzRead reads hostile sets: each is read, or refused with a kind of error that a
// person can act on.
func FuzzRead(f *testing.F) {
	f.Add(`{"_id": 1, "text": "a", "must": "b"}`, `{"_id": "x", "text": "t", "date": "2023/05/20 (Sat) 02:21"}`, "1\tx\t1\n")
	f.Add(`{"query": null}`, `{"_id": 1.5e3, "session": {"a": 1}}`, "query-id corpus-id score\n")
	f.Add(`{"text": "a", "mustNot": [""]}`, `[]`, "a b\n")
	f.Fuzz(func(t *testing.T, questions, documents, answers string) {
		folder := t.TempDir()
		for name, text := range map[string]string{questionsFile: questions, documentsFile: documents, answersFile: answers} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		set, err := Read(folder)
		if err != nil {
			if kind := agmem.KindOf(err); kind != agmem.Invalid {
				t.Fatalf("%v is %v", err, kind)
			}
			return
		}
		for group := range set.Documents {
			for _, m := range set.Memories(group, time.Unix(0, 0)) {
				if m.ID == "" || m.Content == "" {
					t.Fatalf("memory %+v", m)
				}
			}
		}
	})
}
