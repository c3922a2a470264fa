package portable_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/portable"
)

func TestLinesRoundTrip(t *testing.T) {
	memories := []agmem.Memory{
		{
			ID: "7f3c2b1a-0d4e-4f5a-8b6c-9d0e1f2a3b4c", Hash: agmem.HashContent("one <&>\u2028"), Content: "one <&>\u2028", Digest: "1",
			Tags: []string{"a b", "ü"}, CreatedAt: 1_700_000_000_123, UpdatedAt: 1_700_000_000_124, AccessCount: agmem.MaxAccessCount,
			ExpiresAt: 4_000_000_000_000,
			Origin:    agmem.Origin{Author: "ada", Session: "s", Repository: "h/r", Branch: "b", Commit: "c", Host: "h"},
		},
		{Content: "two\n\"lines\"\x00\x1b", Digest: "two", Tags: []string{}, CreatedAt: -1},
		{Content: strings.Repeat("\x01", agmem.MaxContent), Digest: strings.Repeat("\x02", agmem.MaxContent)},
	}
	var text bytes.Buffer
	for _, m := range memories {
		if err := portable.WriteMemory(&text, m); err != nil {
			t.Fatal(err)
		}
	}
	if got := bytes.Count(text.Bytes(), []byte("\n")); got != len(memories) {
		t.Errorf("%d lines were written for %d memories", got, len(memories))
	}
	batch, err := portable.ReadLines(&text)
	if err != nil {
		t.Fatal(err)
	}
	memories[0].Hash = "" // left to the store
	memories[2].Tags = []string{}
	if !reflect.DeepEqual(batch.Memories, memories) {
		t.Errorf("what was read differs from what was written: %.500v", batch.Memories)
	}
}

func TestReadLines(t *testing.T) {
	local := func(text string) agmem.Instant {
		at, err := time.ParseInLocation("2006-01-02 15:04:05.999", text, time.Local)
		if err != nil {
			t.Fatal(err)
		}
		return agmem.InstantOf(at)
	}
	x := agmem.Memory{Content: "x", Digest: "x", Tags: []string{}}
	with := func(change func(*agmem.Memory)) agmem.Memory {
		m := x
		change(&m)
		return m
	}
	for _, c := range []struct {
		name, text string
		want       []agmem.Memory
	}{
		{"nothing", "", nil},
		{"blank lines alone", "\n \r\n\t\n", nil},
		{"content alone", `{"content":"x"}`, []agmem.Memory{x}},
		{"blank lines, CRLF and a byte order mark", "\uFEFF\r\n{\"content\":\"x\"}\r\n\r\n{\"content\":\"x\"}\r\n", []agmem.Memory{x, x}},
		{"unknown fields", `{"content":"x","scope":{"a":[1]},"hash":"wrong"}`, []agmem.Memory{x}},
		{"nulls", `{"content":"x","id":null,"tags":null,"createdAt":null,"accessCount":null,"origin":null}`, []agmem.Memory{x}},
		{"empty strings", `{"content":"x","id":"","digest":"","expiresAt":""}`, []agmem.Memory{x}},
		{
			"an id in capitals", `{"content":"x","id":"7F3C2B1A-0D4E-4F5A-8B6C-9D0E1F2A3B4C"}`,
			[]agmem.Memory{with(func(m *agmem.Memory) { m.ID = "7f3c2b1a-0d4e-4f5a-8b6c-9d0e1f2a3b4c" })},
		},
		{
			"tags are cleaned", `{"content":"x","tags":[" a ","A","","b"]}`,
			[]agmem.Memory{with(func(m *agmem.Memory) { m.Tags = []string{"a", "b"} })},
		},
		{
			"times with offsets", `{"content":"x","createdAt":"2025-06-01T12:00:00.1239+02:00","updatedAt":"2025-06-01T10:00:00Z"}`,
			[]agmem.Memory{with(func(m *agmem.Memory) { m.CreatedAt, m.UpdatedAt = 1748772000123, 1748772000000 })},
		},
		{
			"local days", `{"content":"x","createdAt":"2025-06-01","expiresAt":"2099-12-31"}`,
			[]agmem.Memory{with(func(m *agmem.Memory) {
				m.CreatedAt, m.ExpiresAt = local("2025-06-01 00:00:00"), local("2099-12-31 23:59:59.999")
			})},
		},
		{"an array", "\n [ {\"content\":\"x\"} ,\n{\"content\":\n\"x\"}\n] \n", []agmem.Memory{x, x}},
		{"an empty array", "[]", nil},
		{"brackets and quotes in an array", `[{"content":"x","y":["]\\",{"z":"}\""}]},{"content":"x"}]`, []agmem.Memory{x, x}},
	} {
		t.Run(c.name, func(t *testing.T) {
			batch, err := portable.ReadLines(strings.NewReader(c.text))
			if err != nil || !reflect.DeepEqual(batch.Memories, c.want) {
				t.Errorf("%+v, %v\nwant %+v", batch.Memories, err, c.want)
			}
		})
	}
}

func TestBadLines(t *testing.T) {
	const good = `{"content":"x"}` + "\n"
	for _, c := range []struct {
		name, text, says string
		kind             agmem.Kind
	}{
		{"no JSON", good + "hello", "line 2: it is not valid JSON", agmem.Invalid},
		{"cut off", good + "\n" + `{"content":"x"`, "line 3: it is not valid JSON", agmem.Invalid},
		{"two on a line", `{"content":"x"}{"content":"x"}`, "line 1: it is not valid JSON", agmem.Invalid},
		{"a string", `"x"`, "line 1: it is a JSON string, not an object", agmem.Invalid},
		{"no content", `{"digest":"x"}`, "line 1: content is missing", agmem.Invalid},
		{"null content", `{"content":null}`, "line 1: content is missing", agmem.Invalid},
		{"blank content", `{"content":" \n"}`, "line 1: content is empty", agmem.Invalid},
		{"a number as content", `{"content":5}`, "content is a JSON number, not a string", agmem.Invalid},
		{"tags in one string", `{"content":"x","tags":"a,b"}`, "tags is a JSON string, not a list of strings", agmem.Invalid},
		{"a number as tag", `{"content":"x","tags":["a",1]}`, "tags is a JSON number, not", agmem.Invalid},
		{"a tag with a comma", `{"content":"x","tags":["a,b"]}`, `the tag "a,b" contains a comma`, agmem.Invalid},
		{"a fraction as count", `{"content":"x","accessCount":1.5}`, "accessCount is a JSON number 1.5, not a whole number", agmem.Invalid},
		{"a count without an end", `{"content":"x","accessCount":9223372036854775808}`, "accessCount is a JSON number 9223372036854775808, not a whole number", agmem.Invalid},
		{"a negative count", `{"content":"x","accessCount":-1}`, "accessCount is -1", agmem.Invalid},
		{"origin as text", `{"content":"x","origin":"here"}`, "origin is a JSON string, not an object", agmem.Invalid},
		{"a wrong part of origin", `{"content":"x","origin":{"author":[]}}`, "origin.author is a JSON array, not a string", agmem.Invalid},
		{"a short id", `{"content":"x","id":"a3f2"}`, `id is "a3f2", not a UUID`, agmem.Invalid},
		{"an id without dashes", `{"content":"x","id":"7f3c2b1a0d4e4f5a8b6c9d0e1f2a3b4c"}`, "not a UUID", agmem.Invalid},
		{"an id with misplaced dashes", `{"content":"x","id":"7f3c2b1-a0d4e-4f5a-8b6c-9d0e1f2a3b4c"}`, "not a UUID", agmem.Invalid},
		{"a number as time", `{"content":"x","createdAt":1700000000}`, "createdAt is a JSON number, not a string", agmem.Invalid},
		{"words as time", `{"content":"x","updatedAt":"yesterday"}`, `updatedAt is "yesterday", not an RFC 3339 time or a date`, agmem.Invalid},
		{"no such day", `{"content":"x","expiresAt":"2025-02-30"}`, `expiresAt is "2025-02-30"`, agmem.Invalid},
		{"not UTF-8", good + "{\"content\":\"\xff\"}", "line 2: it is not valid UTF-8", agmem.Invalid},
		{"too long a content", `{"content":"` + strings.Repeat("x", agmem.MaxContent+1) + `"}`, "line 1: the content has", agmem.TooLarge},
		{"too long a line", good + strings.Repeat(" ", portable.MaxLine), "line 2: the line is longer", agmem.TooLarge},
		{"in an array", "[{\"content\":\"x\"},\n\n{\"content\":\"\xff\"}]", "entry 2 (line 3): it is not valid UTF-8", agmem.Invalid},
		{"a broken array", "\n[{\"content\":\"x\"},\n{]", "entry 2 (line 3): it is not valid JSON", agmem.Invalid},
		{"an open array", "[{\"content\":\"x\"}", "entry 1 (line 1): it is not valid JSON", agmem.Invalid},
		{"no comma in an array", `[{"content":"x"} {"content":"x"}]`, "entry 1 (line 1): it is not valid JSON: a comma", agmem.Invalid},
		{"a comma too many in an array", `[{"content":"x"},]`, "an entry is missing after the comma", agmem.Invalid},
		{"a number in an array", "[{\"content\":\"x\"},\n5]", "entry 2 (line 2): it is a JSON number, not an object", agmem.Invalid},
		{"a bare comma in an array", "[,]", "entry 1 (line 1): it is not valid JSON", agmem.Invalid},
		{"text behind an array", "[]\n{}", "there is text after the array", agmem.Invalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			batch, err := portable.ReadLines(strings.NewReader(c.text))
			if agmem.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%.300v (%v), want %v with %q", err, agmem.KindOf(err), c.kind, c.says)
			}
			if _, ok := errors.AsType[*portable.LineError](err); !ok {
				t.Error("the error holds no LineError")
			}
			if len(batch.Memories) != 0 {
				t.Errorf("%d memories came with the error", len(batch.Memories))
			}
		})
	}
}

func TestEveryBadLineIsCounted(t *testing.T) {
	text := strings.Repeat("{\"content\":\"x\"}\n{}\n", 20)
	_, err := portable.ReadLines(strings.NewReader(text))
	bad, ok := errors.AsType[*portable.BadInput](err)
	if !ok || bad.Total != 20 || len(bad.First) != 5 || bad.First[4].Line != 10 {
		t.Fatalf("%+v", err)
	}
	if got := err.Error(); !strings.HasSuffix(got, "line 10: content is missing; and 15 more") {
		t.Errorf("the message is %q", got)
	}
}

// A device that gives random bytes has no end, and none of its lines is good.
func TestBadLinesWithoutEnd(t *testing.T) {
	r := &endlessBadLines{left: 64 << 20}
	_, err := portable.CheckLines(r)
	if agmem.KindOf(err) != agmem.Invalid || !strings.HasSuffix(err.Error(), "and at least 9995 more") {
		t.Errorf("%v", err)
	}
	if r.left <= 0 {
		t.Error("all of it was read")
	}
}

// endlessBadLines would go on, but a test has to end.
type endlessBadLines struct{ left int }

func (e *endlessBadLines) Read(p []byte) (int, error) {
	if e.left -= len(p); e.left <= 0 {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = "junk\n"[i%5]
	}
	return len(p), nil
}

func TestErrorsOfTheStoreGetTheirLine(t *testing.T) {
	r := strings.NewReader("{\"content\":\"x\"}\n\n{\"content\":\"y\"}\n")
	in, err := checkedLines(r)
	if err != nil {
		t.Fatal(err)
	}
	err = in.At(1, agmem.Errorf(agmem.Conflict, "it is there").WithHint("look"))
	problem, _ := errors.AsType[*agmem.Error](err)
	if problem == nil || problem.Message != "line 3: it is there" || problem.Kind != agmem.Conflict || problem.Hint != "look" {
		t.Errorf("%+v", problem)
	}
}

func TestFailingReader(t *testing.T) {
	broken := errors.New("broken")
	for _, before := range []string{"", "{\"content\":\"x\"}\n", "[{\"content\":\"x\"},\n"} {
		r := io.MultiReader(strings.NewReader(before), iotest.ErrReader(broken))
		if batch, err := portable.ReadLines(r); !errors.Is(err, broken) || agmem.KindOf(err) != agmem.Unavailable {
			t.Errorf("after %q: %v, %v; want unavailable", before, batch, err)
		}
	}
}

func TestDetect(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"notes.md": "# x", "NOTES.MARKDOWN": "SQLite format 3\x00", "memories.db": "SQLite format 3\x00 and more",
		"memories.jsonl": "{}", "empty": "", "short": "SQLite",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]portable.Format{
		".": portable.Folder, "notes.md": portable.Markdown, "NOTES.MARKDOWN": portable.Markdown,
		"memories.db": portable.Database, "memories.jsonl": portable.Lines, "empty": portable.Lines, "short": portable.Lines,
	} {
		if got, err := portable.Detect(filepath.Join(dir, name)); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", name, got, err, want)
		}
	}
	if _, err := portable.Detect(filepath.Join(dir, "none")); agmem.KindOf(err) != agmem.NotFound {
		t.Errorf("a missing file: %v (%v)", err, agmem.KindOf(err))
	}
}

// The corpora of the test data are JSON Lines that other programs wrote.
func TestRealLines(t *testing.T) {
	data := os.Getenv("AGMEM_TESTDATA")
	if data == "" {
		t.Skip("AGMEM_TESTDATA is not set: reading the LoCoMo corpus (snap-research/LoCoMo) is not tested")
	}
	f, err := os.Open(filepath.Join(data, "eval", "locomo", "corpus.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var lines bytes.Buffer
	rows := json.NewDecoder(r)
	count := 0
	for ; rows.More(); count++ {
		var row struct{ Text, Group string }
		if err := rows.Decode(&row); err != nil {
			t.Fatal(err)
		}
		line, err := json.Marshal(map[string]any{"content": row.Text, "tags": []string{row.Group}, "text": row.Text})
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	batch, err := portable.ReadLines(&lines)
	if err != nil || len(batch.Memories) != count || count == 0 {
		t.Errorf("%d memories of %d lines, %v", len(batch.Memories), count, err)
	}
}

func FuzzReadLines(f *testing.F) {
	f.Add([]byte(`{"content":"x","id":"7f3c2b1a-0d4e-4f5a-8b6c-9d0e1f2a3b4c","tags":["a"],"createdAt":"2025-06-01","origin":{"author":"a"}}`))
	f.Add([]byte("[{\"content\":\"x\"},\n{}]"))
	f.Add([]byte("\uFEFF\r\n{\"content\":\"\\ud800\"}\n{"))
	f.Fuzz(func(t *testing.T, text []byte) {
		batch, err := portable.ReadLines(bytes.NewReader(text))
		if err != nil {
			if _, ok := errors.AsType[*portable.LineError](err); !ok || agmem.KindOf(err) == agmem.Internal {
				t.Errorf("%q: an unclear error: %v", text, err)
			}
			return
		}
		var again bytes.Buffer
		for _, m := range batch.Memories {
			if m.Content == "" || m.Tags == nil {
				t.Errorf("%q: %+v is not a memory", text, m)
			}
			if err := portable.WriteMemory(&again, m); err != nil {
				t.Fatal(err)
			}
		}
		second, err := portable.ReadLines(&again)
		if err != nil || len(second.Memories) != len(batch.Memories) {
			t.Errorf("%q: what was written cannot be read: %v", text, err)
		}
	})
}

func BenchmarkReadLines(b *testing.B) {
	var text bytes.Buffer
	const lines = 10_000
	for i := range lines {
		content := fmt.Sprintf("memory %d: ", i) + strings.Repeat("some words about \"node\" ", 15)
		m := agmem.Memory{
			ID: fmt.Sprintf("7f3c2b1a-0d4e-4f5a-8b6c-%012x", i), Hash: agmem.HashContent(content), Content: content,
			Digest: "a digest", Tags: []string{"node", "esm"}, CreatedAt: 1_700_000_000_000, UpdatedAt: 1_700_000_000_000,
			Origin: agmem.Origin{Author: "claude-code", Session: "8a718ed2-2856-435b-bd9a-63c5b8291b42", Repository: "github.com/a/b"},
		}
		if err := portable.WriteMemory(&text, m); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		batch, err := portable.ReadLines(bytes.NewReader(text.Bytes()))
		if err != nil || len(batch.Memories) != lines {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}
