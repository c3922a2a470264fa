package portable_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/portable"
)

// What is read again is what was checked, for lines and for an array, as often
// as one likes.
func TestInputReadsAgain(t *testing.T) {
	for _, text := range []string{"{\"content\":\"x\"}\n\n{\"content\":\"y\"}\n", "[{\"content\":\"x\"},\n{\"content\":\"y\"}]"} {
		r := strings.NewReader(text)
		total, err := portable.CheckLines(r)
		if err != nil || total != 2 {
			t.Fatalf("%q: %d memories, %v", text, total, err)
		}
		in := portable.CheckedLines(r, total)
		batch, err := portable.ReadLines(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got := collect(t, in); !reflect.DeepEqual(got, batch.Memories) {
				t.Errorf("%q: %+v, want %+v", text, got, batch.Memories)
			}
		}
		for range in.All() {
			break // a reader who leaves is not called again
		}
	}
}

func TestCheckLinesRefusesAll(t *testing.T) {
	total, err := portable.CheckLines(strings.NewReader("{\"content\":\"x\"}\n{}\n"))
	if agmem.KindOf(err) != agmem.Invalid || !strings.Contains(err.Error(), "line 2: content is missing") {
		t.Errorf("%d memories, %v", total, err)
	}
}

// A file that has changed between the readings ends the second one with an
// error that names the line.
func TestInputChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memories.jsonl")
	good := []byte("{\"content\":\"x\"}\n{\"content\":\"y\"}\n")
	if err := os.WriteFile(path, good, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	total, err := portable.CheckLines(f)
	if err != nil {
		t.Fatal(err)
	}
	in := portable.CheckedLines(f, total)
	if err := os.WriteFile(path, bytes.Replace(good, []byte("content\":\"y"), []byte("nothing\":\"y"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	var last error
	for _, err := range in.All() {
		last = err
	}
	if bad, ok := errors.AsType[*portable.LineError](last); !ok || bad.Line != 2 {
		t.Errorf("%v", last)
	}
}

func TestInputOfADatabaseNamesMemories(t *testing.T) {
	in := portable.NewInput("old.db", 1, func(yield func(agmem.Memory, error) bool) {
		yield(agmem.Memory{ID: "7f3c2b1a-0d4e-4f5a-8b6c-9d0e1f2a3b4c", Content: "x"}, nil)
	})
	if len(collect(t, in)) != 1 {
		t.Error("it is not handed out")
	}
	err := in.At(0, agmem.Errorf(agmem.TooLarge, "it is long"))
	if agmem.KindOf(err) != agmem.TooLarge || err.Error() != "old.db memory 7f3c2b1a-0d4e-4f5a-8b6c-9d0e1f2a3b4c: it is long" {
		t.Errorf("%v", err)
	}
}

func collect(t *testing.T, in portable.Input) []agmem.Memory {
	t.Helper()
	var all []agmem.Memory
	for m, err := range in.All() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

// A terminal ends its input once: what is typed is not asked for again after
// that.
func TestEndIsReadOnce(t *testing.T) {
	for _, text := range []string{"", "{}", "{\"content\":\"x\"}\n", "[{\"content\":\"x\"}]", `{"memories":[{"content":"x"}]}`} {
		r := &endsOnce{text: text}
		if _, err := portable.CheckLines(r); r.ends != 1 {
			t.Errorf("%q: %d reads met the end (%v)", text, r.ends, err)
		}
	}
}

// endsOnce counts the reads that find nothing more.
type endsOnce struct {
	text string
	ends int
}

func (r *endsOnce) Read(p []byte) (int, error) {
	n := copy(p, r.text)
	r.text = r.text[n:]
	if n == 0 {
		r.ends++
		return 0, io.EOF
	}
	return n, nil
}
