package portable_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
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
		in, err := checkedLines(r)
		if err != nil || in.Total != 2 {
			t.Fatalf("%q: %d memories, %v", text, in.Total, err)
		}
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
	_, err := portable.CheckLines(strings.NewReader("{\"content\":\"x\"}\n{}\n"))
	if agmem.KindOf(err) != agmem.Invalid || !strings.Contains(err.Error(), "line 2: content is missing") {
		t.Error(err)
	}
}

// Of two texts with one id the newer is stored, as from two exports one after
// the other; where neither is newer, both are named.
func TestTwoTextsWithOneID(t *testing.T) {
	const a, b = "7f3c2b1a-0d4e-4f5a-8b6c-9d0e1f2a3b4c", "8f3c2b1a-0d4e-4f5a-8b6c-9d0e1f2a3b4c"
	line := func(id, content, updated string) string {
		return fmt.Sprintf("{\"id\":%q,\"content\":%q,\"updatedAt\":%q}", id, content, updated)
	}
	for _, c := range []struct {
		name  string
		lines []string
		wrong []int
	}{
		{"two ids", []string{line(a, "x", ""), line(b, "y", "")}, nil},
		{"no ids", []string{line("", "x", ""), line("", "y", "")}, nil},
		{"one text twice", []string{line(a, "x", ""), line(a, "x", "")}, nil},
		{"the second is newer", []string{line(a, "x", "2026-01-01"), line(a, "y", "2026-01-02")}, nil},
		{"the first is newer", []string{line(a, "x", "2026-01-02"), line(a, "y", "2026-01-01")}, nil},
		{"only one has a date", []string{line(a, "x", "2026-01-02"), line(a, "y", "")}, nil},
		{"no dates", []string{line(a, "x", ""), line(b, "z", ""), line(a, "y", "")}, []int{3}},
		{"one date", []string{line(a, "x", "2026-01-02"), line(a, "y", "2026-01-02")}, []int{2}},
		{"in capitals", []string{line(a, "x", ""), line(strings.ToUpper(a), "y", "")}, []int{2}},
		{"twice", []string{line(a, "x", ""), line(a, "y", ""), line(b, "x", ""), line(b, "y", ""), line(a, "z", "")}, []int{2, 4, 5}},
	} {
		for _, text := range []string{strings.Join(c.lines, "\n"), "[" + strings.Join(c.lines, ",\n") + "]"} {
			_, err := checkedLines(strings.NewReader(text))
			var wrong []int
			if bad, ok := errors.AsType[*portable.BadInput](err); ok {
				for _, l := range bad.First {
					wrong = append(wrong, l.Line)
				}
			}
			if !slices.Equal(wrong, c.wrong) || err != nil && agmem.KindOf(err) != agmem.Invalid {
				t.Errorf("%s: %v are wrong, want %v: %v", c.name, wrong, c.wrong, err)
			}
		}
	}
}

// checkedLines reads memories as an import does.
func checkedLines(r io.ReadSeeker) (portable.Input, error) {
	checked, err := portable.CheckLines(r)
	if err != nil {
		return portable.Input{}, err
	}
	return portable.CheckedLines(r, checked)
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
	in, err := checkedLines(f)
	if err != nil {
		t.Fatal(err)
	}
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
