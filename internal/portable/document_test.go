package portable_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/portable"
)

// document is what a writer makes of memories.
func document(t *testing.T, memories ...agmem.Memory) string {
	t.Helper()
	var text strings.Builder
	w := portable.NewDocumentWriter(&text)
	for _, m := range memories {
		if err := w.Write(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

const (
	uuid1 = "7f3c2b1a-0d4e-4f5a-8b6c-9d0e1f2a3b4c"
	uuid2 = "7f3c2b1a-0d4e-4f5a-8b6c-9d0e1f2a3b4d"
)

// documented are memories that differ in all that a document can say.
func documented() []agmem.Memory {
	return []agmem.Memory{
		{
			ID: uuid1, Content: "one <&>\u2028", Digest: "1", Tags: []string{"a b", "ü"}, Number: 1,
			CreatedAt: 1_736_935_200_000, UpdatedAt: 1_736_935_200_001, AccessCount: 1<<53 - 1, ExpiresAt: 4_000_000_000_000,
			Origin: agmem.Origin{Author: "ada", Session: "s", Repository: "h/r", Branch: "b", Commit: "c", Host: "h"},
		},
		{
			ID: uuid2, Content: "two\n\"lines\"\x00\x1b", Digest: "two\n\"lines\"\x00\x1b", Tags: []string{}, Number: 7,
			CreatedAt: 1_736_935_200_000, UpdatedAt: 1_736_935_200_000,
		},
	}
}

const documentedText = `{"version":1,"memories":[
{"id":1,"uuid":"7f3c2b1a-0d4e-4f5a-8b6c-9d0e1f2a3b4c","content":"one <&>\u2028","digest":"1","tags":["a b","ü"],"created_at":"2025-01-15T10:00:00.000Z","updated_at":"2025-01-15T10:00:00.001Z","entered_by":"ada","expires_at":"2096-10-02T07:06:40.000Z","access_count":9007199254740991,"session":"s","repository":"h/r","branch":"b","commit":"c","host":"h"},
{"id":7,"uuid":"7f3c2b1a-0d4e-4f5a-8b6c-9d0e1f2a3b4d","content":"two\n\"lines\"\u0000\u001b","tags":[],"created_at":"2025-01-15T10:00:00.000Z","entered_by":null,"expires_at":null}
]}
`

func TestDocumentRoundTrip(t *testing.T) {
	if got := document(t, documented()...); got != documentedText {
		t.Errorf("got  %s\nwant %s", got, documentedText)
	}
	if got, want := document(t), "{\"version\":1,\"memories\":[\n]}\n"; got != want {
		t.Errorf("without memories: %q, want %q", got, want)
	}
	r := strings.NewReader(documentedText)
	seen, err := portable.CheckLines(r)
	if err != nil {
		t.Fatal(err)
	}
	want := documented()
	want[1].UpdatedAt = 0 // the store takes the time of creation
	in, err := portable.CheckedLines(r, seen)
	if err != nil || in.Total != 2 {
		t.Fatalf("%d memories, %v", in.Total, err)
	}
	for range 2 {
		if got := collect(t, in); !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
	for range in.All() {
		break // a reader who leaves is not called again
	}
}

func TestReadDocument(t *testing.T) {
	x := agmem.Memory{Content: "x", Digest: "x", Tags: []string{}}
	full := agmem.Memory{
		ID: uuid1, Number: 3, Content: "x", Digest: "x", Tags: []string{"A"},
		CreatedAt: 1_736_935_200_000, Origin: agmem.Origin{Author: "ada"},
	}
	for _, c := range []struct {
		name, text string
		want       []agmem.Memory
	}{
		{"content alone", `{"version":1,"memories":[{"content":"x"}]}`, []agmem.Memory{x}},
		{"no version, and nothing in it", `{"memories":[]}`, nil},
		{
			"printed in many lines", "\uFEFF\r\n{\n  \"version\" : 1 ,\n  \"memories\" : [\n    {\n \"content\" : \"x\"\n }\n ]\n}\n\n",
			[]agmem.Memory{x},
		},
		{
			"unknown fields everywhere", `{"from":"\"}[","n":-1.5e3,"memories":[{"content":"x","scope":{"a":[1]}}],"version":1,"after":{"memories":[]}}`,
			[]agmem.Memory{x},
		},
		{"nulls", `{"memories":[{"content":"x","id":null,"uuid":null,"tags":null,"entered_by":null,"expires_at":null}]}`, []agmem.Memory{x}},
		{
			"the list of the command line",
			`[{"id":3,"uuid":"` + uuid1 + `","content":"x","tags":["A"],"created_at":"2025-01-15T10:00:00.000Z","entered_by":"ada","expires_at":null}]`,
			[]agmem.Memory{full},
		},
		{
			"both kinds in an array", `[{"id":3,"content":"x"},{"id":"` + uuid2 + `","content":"x","createdAt":"2025-01-15T10:00:00Z","accessCount":4,"origin":{"author":"ada"}}]`,
			[]agmem.Memory{
				{Content: "x", Digest: "x", Tags: []string{}, Number: 3},
				{ID: uuid2, Content: "x", Digest: "x", Tags: []string{}, CreatedAt: 1_736_935_200_000, AccessCount: 4, Origin: agmem.Origin{Author: "ada"}},
			},
		},
		{
			"more than the limit of the command line", `{"memories":[{"content":"` + strings.Repeat("x", agmem.MaxContent) + `"}]}`,
			[]agmem.Memory{{Content: strings.Repeat("x", agmem.MaxContent), Digest: strings.Repeat("x", agmem.MaxContent), Tags: []string{}}},
		},
		{"a line with a list of that name", `{"content":"x","tags":[],"memories":[]}`, []agmem.Memory{x}},
		{"a line with a version", `{"version":9,"content":"x"}`, []agmem.Memory{x}},
	} {
		t.Run(c.name, func(t *testing.T) {
			batch, err := portable.ReadLines(strings.NewReader(c.text))
			if err != nil || !reflect.DeepEqual(batch.Memories, c.want) {
				t.Errorf("got  %.300v, %v\nwant %.300v", batch.Memories, err, c.want)
			}
		})
	}
}

func TestBadDocument(t *testing.T) {
	const open = `{"version":1,"memories":[`
	for _, c := range []struct {
		name, text, says string
		kind             agmem.Kind
	}{
		{"a newer version", `{"version":2,"memories":[{"text":"x"}]}`, "version 2, and this agmem reads version 1", agmem.Unavailable},
		{"a newer version behind the memories", `{"memories":[{"text":"x"}],"version":2}`, "version 2, and this agmem reads version 1", agmem.Unavailable},
		{"no such version", `{"version":"1","memories":[]}`, `line 1: version is "1", not a whole number from 1`, agmem.Invalid},
		{"a tag with a comma", open + "\n{\"content\":\"x\"},\n{\"content\":\"y\",\"tags\":[\"a,b\"]}]}", `entry 2 (line 3): the tag "a,b" contains a comma`, agmem.Invalid},
		{"no content", open + `{"id":1}]}`, "entry 1 (line 1): content is missing", agmem.Invalid},
		{"blank content", open + `{"content":" "}]}`, "entry 1 (line 1): content is empty", agmem.Invalid},
		{"too long a content", open + `{"content":"` + strings.Repeat("x", agmem.MaxContent+1) + `"}]}`, "entry 1 (line 1): the content has", agmem.TooLarge},
		{"too long an entry", open + `{"content":"` + strings.Repeat("x", portable.MaxLine), "entry 1 (line 1): the entry is longer", agmem.TooLarge},
		{"too long a value", `{"memories":[],"a":"` + strings.Repeat("x", portable.MaxLine), "line 1: the entry is longer", agmem.TooLarge},
		{"a fraction as number", open + `{"content":"x","id":1.5}]}`, "id is 1.5, neither a number from 1 nor a UUID", agmem.Invalid},
		{"a negative number", open + `{"content":"x","id":-1}]}`, "id is -1, neither", agmem.Invalid},
		{"a list as number", open + `{"content":"x","id":[1]}]}`, "id is [1], neither", agmem.Invalid},
		{"a word as id", open + `{"content":"x","id":"one"}]}`, `id is "one", not a UUID`, agmem.Invalid},
		{"a short UUID", open + `{"content":"x","id":1,"uuid":"7f3c"}]}`, `uuid is "7f3c", not a UUID`, agmem.Invalid},
		{"words as time", open + `{"content":"x","created_at":"yesterday"}]}`, `created_at is "yesterday", not an RFC 3339 time`, agmem.Invalid},
		{"a time that UTC cannot write", open + `{"content":"x","expires_at":"9999-12-31T23:59:59-01:00"}]}`, `expires_at is "9999-12-31T23:59:59-01:00", not an RFC 3339 time`, agmem.Invalid},
		{"a number as expiry", open + `{"content":"x","expires_at":5}]}`, `expires_at is a JSON number, not a string`, agmem.Invalid},
		{"a negative count", open + `{"content":"x","access_count":-1}]}`, "access_count is -1", agmem.Invalid},
		{"a fraction as count", open + `{"content":"x","access_count":1.5}]}`, "access_count is a JSON number 1.5, not a whole number", agmem.Invalid},
		{"not UTF-8", open + "{\"content\":\"\xff\"}]}", "entry 1 (line 1): it is not valid UTF-8", agmem.Invalid},
		{"cut off in the memories", open + "\n{\"content\":\"x\"},\n", "it is not valid JSON: unexpected EOF", agmem.Invalid},
		{"cut off after the memories", open + "]", "it is not valid JSON: unexpected EOF", agmem.Invalid},
		{"text behind it", open + "]}\n{}", "there is text after the object", agmem.Invalid},
		{"the wrong bracket", open + "}]", "it is not valid JSON", agmem.Invalid},
		{"no comma", open + `] "a":1}`, "line 1: it is not valid JSON: a comma is missing", agmem.Invalid},
		{"a comma too many", open + `],}`, "it is not valid JSON", agmem.Invalid},
		{"no name", open + `],5 :1}`, "it is not valid JSON: a name is missing", agmem.Invalid},
		{"no colon", open + `],"a" 5}`, "it is not valid JSON: a colon is missing", agmem.Invalid},
		{"a malformed value", open + `],"a":5x}`, "it is not valid JSON: a value is malformed", agmem.Invalid},
		{"another thing of that name", `{"memories":[],"memories":5}`, "memories is not a list", agmem.Invalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			batch, err := portable.ReadLines(strings.NewReader(c.text))
			if agmem.KindOf(err) != c.kind || err == nil || !strings.Contains(err.Error(), c.says) {
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

// The last day that can be named is what people write for never, also where it
// ends after the year 9999 in UTC.
func TestLastDay(t *testing.T) {
	local := time.Local
	t.Cleanup(func() { time.Local = local })
	time.Local = time.FixedZone("west", -10*60*60)
	batch, err := portable.ReadLines(strings.NewReader(`{"memories":[{"content":"x","expires_at":"9999-12-31"}]}`))
	if err != nil || batch.Memories[0].ExpiresAt.String() != "9999-12-31T23:59:59.999Z" {
		t.Errorf("%+v, %v", batch.Memories, err)
	}
	batch, err = portable.ReadLines(strings.NewReader(`{"content":"x","createdAt":"0000-01-01T00:00:00Z"}`))
	if err != nil || batch.Memories[0].CreatedAt.String() != "0000-01-01T00:00:00.000Z" {
		t.Errorf("%+v, %v", batch.Memories, err)
	}
}

// A document that is broken far behind names the entry, and so does what the
// store says of one.
func TestDocumentNamesTheEntry(t *testing.T) {
	var text strings.Builder
	w := portable.NewDocumentWriter(&text)
	for i := range 8000 {
		m := agmem.Memory{Number: int64(i + 1), Content: fmt.Sprint("memory ", i)}
		if i == 6999 {
			m.Content = ""
		}
		if err := w.Write(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := portable.CheckLines(strings.NewReader(text.String()))
	if agmem.KindOf(err) != agmem.Invalid || err.Error() != "entry 7000 (line 7001): content is empty" {
		t.Error(err)
	}
	seen, err := portable.CheckLines(strings.NewReader(documentedText))
	if err != nil {
		t.Fatal(err)
	}
	in, err := portable.CheckedLines(strings.NewReader(documentedText), seen)
	if err != nil {
		t.Fatal(err)
	}
	if err := in.At(1, agmem.Errorf(agmem.Conflict, "it is there")); err.Error() != "entry 2 (line 3): it is there" {
		t.Errorf("%v", err)
	}
}

func TestDetectDocument(t *testing.T) {
	for text, want := range map[string]portable.Format{
		documentedText:               portable.Document,
		"\uFEFF\n{ \"memories\" : [": portable.Document,
		"{\"from\":\"x\",\"version\":2,\n\"memories\":[{}":                  portable.Document,
		`{"content":"x","memories":5}`:                                      portable.Lines,
		`{"id":"` + uuid1 + `","content":"memories [","tags":["memories"]}`: portable.Lines,
		`{"version":1,"content":"x"}`:                                       portable.Lines,
		`[{"id":1,"content":"x"}]`:                                          portable.Lines,
		`{"a":"` + strings.Repeat("x", 5000) + `"}`:                         portable.Lines,
		`{`: portable.Lines,
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := portable.Detect(path); err != nil || got != want {
			t.Errorf("%.40q: %v, %v; want %v", text, got, err, want)
		}
	}
}

func TestDocumentIsExport(t *testing.T) {
	for text, want := range map[string]bool{
		documentedText:                          true,
		document(t):                             true,
		"\uFEFF\n" + documentedText + "trouble": true,
		`{"memories":[{"id":"` + uuid1 + `","content":"of somebody else"}]}`: false,
		`{"diary":"of somebody else","memories":[]}`:                         false,
		`{"memories":[],"diary":["of somebody else"]}`:                       false,
		`{"memories":[{"content":"of somebody else"}]}`:                      false,
		`{"memories":[{"content":"no id of ours","uuid":"x"}]}`:              false,
		`{"memories":[5,` + strings.TrimPrefix(documentedText, "{")[26:]:     false,
		`{"memories":[` + strings.Repeat(" ", portable.MaxLine):              false,
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := portable.IsExport(path); err != nil || got != want {
			t.Errorf("%.40q: %v, %v; want %v", text, got, err, want)
		}
	}
}

// A writer that fails is reported at once.
func TestDocumentWriterFails(t *testing.T) {
	broken := errors.New("broken")
	w := portable.NewDocumentWriter(writerFunc(func([]byte) (int, error) { return 0, broken }))
	if err := w.Write(agmem.Memory{Content: "x"}); !errors.Is(err, broken) {
		t.Errorf("Write: %v", err)
	}
	if err := w.Close(); !errors.Is(err, broken) {
		t.Errorf("Close: %v", err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// FuzzReadDocument checks that no text crashes the reader, that what is wrong is
// named, and that what was read comes back from a document as it was.
func FuzzReadDocument(f *testing.F) {
	f.Add([]byte(documentedText))
	f.Add([]byte("{\"memories\":[{\"content\":\"x\",\"id\":\"" + uuid1 + "\"},\n{}],\"version\":2}"))
	f.Add([]byte("[{\"id\":3,\"content\":\"x\",\"tags\":[\"a,b\"]},{\"content\":\"y\",\"createdAt\":\"2025-01-15\"}]"))
	f.Add([]byte("\uFEFF{\"a\":\"\\\"}\",\"memories\" : [ ] , \"b\":[{}]}"))
	f.Add([]byte("{\"memories\":[{\"content\":\"x\",\"created_at\":\"0000-01-01T00:00:00+01:00\"}]}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		batch, err := portable.ReadLines(bytes.NewReader(text))
		if err != nil {
			if _, ok := errors.AsType[*portable.LineError](err); !ok || agmem.KindOf(err) == agmem.Internal {
				t.Errorf("%q: an unclear error: %v", text, err)
			}
			return
		}
		first := document(t, numberedBy(batch.Memories)...)
		again, err := portable.ReadLines(strings.NewReader(first))
		if err != nil || len(again.Memories) != len(batch.Memories) {
			t.Fatalf("%q: the document %q is read as %d memories: %v", text, first, len(again.Memories), err)
		}
		if second := document(t, again.Memories...); second != first {
			t.Errorf("%q: the document changed from\n%q to\n%q", text, first, second)
		}
	})
}

// numberedBy returns the memories as a store would hand them out: numbered, and
// with every date.
func numberedBy(memories []agmem.Memory) []agmem.Memory {
	for i := range memories {
		m := &memories[i]
		m.Number, m.UpdatedAt = int64(i+1), 0
		if m.CreatedAt == 0 {
			m.CreatedAt = 1
		}
	}
	return memories
}
