package banks_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/banks"
)

// slopBank is a bank as slop-mcp writes it: its own members beside ours, times
// with nanoseconds, no line break at the end.
const slopBank = `{
  "_meta": {
    "version": 1,
    "created_at": "2024-01-15T10:30:00.123456789+02:00",
    "updated_at": "2024-01-15T14:45:00.987654321+02:00"
  },
  "entries": {
    "context": {
      "value": {
        "topic": "refactoring <html> & more",
        "big": 12345678901234567890,
        "ratio": 1.10,
        "files": []
      },
      "description": "what we talk about",
      "schema": {
        "type": "object"
      },
      "size": 84,
      "created_at": "2024-01-15T10:30:00.123456789+02:00",
      "updated_at": "2024-01-15T14:45:00.987654321+02:00"
    },
    "old": {
      "value": "gone",
      "size": 6,
      "created_at": "2024-01-15T10:30:00Z",
      "updated_at": "2024-01-15T10:30:00Z",
      "ttl": 60
    }
  }
}`

// TestSlopBankSurvivesEveryCommand walks a foreign bank through every use case
// and looks for all that agmem does not know.
func TestSlopBankSurvivesEveryCommand(t *testing.T) {
	s := newShelf(t.TempDir())
	s.now = func() time.Time { return time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC) }
	path := filepath.Join(s.project, "session.json")
	if err := os.MkdirAll(s.project, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(slopBank), 0o600); err != nil {
		t.Fatal(err)
	}
	b, ref, ctx := s.banks(), banks.Ref{Bank: "session"}, t.Context()
	original := entryText(t, path, "context")

	var export bytes.Buffer
	steps := []struct {
		name string
		do   func() error
	}{
		{"read", func() error { _, err := b.Entries.Read(ctx, ref, "context"); return err }},
		{"read bank", func() error { _, err := b.Entries.ReadAll(ctx, ref); return err }},
		{"list", func() error { _, err := b.Finder.List(ctx, banks.AllScopes, true); return err }},
		{"keys", func() error { _, err := b.Finder.Keys(ctx, ref, true); return err }},
		{"query", func() error {
			return b.Finder.Query(ctx, ref, banks.QueryRequest{Filter: ".", WholeBank: true}, func(banks.Result) error { return nil })
		}},
		{"search", func() error {
			_, err := b.Finder.Search(ctx, banks.SearchRequest{Pattern: "x", Values: true}, func(banks.Match) error { return nil })
			return err
		}},
		{"export", func() error { return b.Transfer.Export(ctx, ref, &export) }},
		{"write another", func() error {
			_, err := b.Entries.Write(ctx, ref, banks.WriteRequest{Key: "new", Value: []byte(`[1]`)})
			return err
		}},
		{"update another", func() error {
			_, err := b.Entries.Update(ctx, ref, banks.UpdateRequest{Key: "new", Filter: ". + [2]"})
			return err
		}},
		{"set schema", func() error { return b.Care.SetSchema(ctx, ref, []byte(`{"type": ["object", "array", "string"]}`)) }},
		{"schema", func() error { _, err := b.Care.Schema(ctx, ref); return err }},
		{"clear schema", func() error { return b.Care.SetSchema(ctx, ref, nil) }},
		{"gc", func() error {
			_, err := b.Care.Collect(ctx, banks.CollectRequest{Scope: banks.AllScopes})
			return err
		}},
		{"repair", func() error { _, err := b.Care.Repair(ctx, banks.RepairRequest{}); return err }},
		{"delete another", func() error { _, err := b.Entries.Delete(ctx, ref, "new"); return err }},
		{"import merging", func() error {
			_, err := b.Transfer.Import(ctx, ref, bytes.NewReader(export.Bytes()), banks.ImportMerge)
			return err
		}},
	}
	for _, step := range steps {
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if got := entryText(t, path, "context"); got != original {
			t.Fatalf("after %s the entry nobody touched is\n%s\nwas\n%s", step.name, got, original)
		}
	}
	if export.String() != slopBank {
		t.Errorf("the export differs from the file:\n%s", &export)
	}
	if text := readFile(t, path); !strings.Contains(text, `"ttl": 60`) {
		t.Errorf("gc removed what the import should have brought back:\n%s", text)
	}
	written, err := b.Entries.Update(ctx, ref, banks.UpdateRequest{Key: "context", Filter: `.files += ["main.go"] | .added = 1`})
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"topic":"refactoring <html> & more","big":12345678901234567890,"ratio":1.10,"files":["main.go"],"added":1}`; string(written.Value) != want {
		t.Errorf("the new value is %s, want %s", written.Value, want)
	}
	text := entryText(t, path, "context")
	for _, part := range []string{`"description": "what we talk about"`, `"schema": {`, fmt.Sprintf(`"size": %d`, len(written.Value)), `"created_at": "2024-01-15T10:30:00.123456789+02:00"`, `12345678901234567890`} {
		if !strings.Contains(text, part) {
			t.Errorf("an update lost %s:\n%s", part, text)
		}
	}
}

// entryText returns the lines of an entry in the file.
func entryText(t *testing.T, path, key string) string {
	t.Helper()
	text := readFile(t, path)
	from := strings.Index(text, `    "`+key+`": {`)
	if from < 0 {
		t.Fatalf("there is no %s:\n%s", key, text)
	}
	to := strings.Index(text[from:], "\n    }")
	return text[from : from+to]
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestImportAllIsAllOrNothing(t *testing.T) {
	source, target := newShelf(t.TempDir()), newShelf(t.TempDir())
	for bank, scope := range map[string]banks.Scope{"one": banks.UserScope, "two": banks.ProjectScope, "three": banks.UserScope} {
		_, err := source.banks().Entries.Write(t.Context(), banks.Ref{Bank: bank, Scope: scope}, banks.WriteRequest{Key: "k", Value: []byte(`"` + bank + `"`)})
		if err != nil {
			t.Fatal(err)
		}
	}
	var all bytes.Buffer
	if err := source.banks().Transfer.ExportAll(t.Context(), banks.AllScopes, &all); err != nil {
		t.Fatal(err)
	}
	text := all.String()
	for name, broken := range map[string]string{
		"a bank of another version": strings.Replace(text, `"version": 1,`+"\n    \"created", `"version": 9,`+"\n    \"created", 1),
		"an empty key":              strings.Replace(text, `"k": {`, `"": {`, 1),
		"an unknown scope":          strings.Replace(text, `"scope": "user"`, `"scope": "moon"`, 1),
		"a bad name":                strings.Replace(text, `"name": "two"`, `"name": "Two"`, 1),
		"a bank twice":              strings.Replace(text, `"name": "three"`, `"name": "one"`, 1),
		"a cut text":                text[:len(text)-20],
		"something behind":          text + "x",
		"one bank alone":            slopBank,
		"no banks":                  `{"version":1}`,
		"another version":           strings.Replace(text, `"version": 1`, `"version": 2`, 1),
	} {
		_, err := target.banks().Transfer.ImportAll(t.Context(), banks.AnyScope, strings.NewReader(broken), banks.ImportNew)
		if err == nil || banks.HasCode(banks.AsError(err), banks.Internal) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if list, err := target.banks().Finder.List(t.Context(), banks.AllScopes, false); err != nil || len(list) > 0 {
		t.Errorf("refused imports left %v, %v", list, err)
	}
	reports, err := target.banks().Transfer.ImportAll(t.Context(), banks.AnyScope, bytes.NewBufferString(text), banks.ImportNew)
	if err != nil || len(reports) != 3 {
		t.Fatalf("ImportAll: %v, %v", reports, err)
	}
	var again bytes.Buffer
	if err := target.banks().Transfer.ExportAll(t.Context(), banks.AllScopes, &again); err != nil {
		t.Fatal(err)
	}
	if withoutUpdates(again.String()) != withoutUpdates(text) {
		t.Errorf("the banks came out as\n%s\nwere\n%s", &again, text)
	}
	_, err = target.banks().Transfer.ImportAll(t.Context(), banks.AnyScope, strings.NewReader(text), banks.ImportNew)
	if !banks.HasCode(err, banks.BankExists) {
		t.Errorf("a second import: %v", err)
	}
}

// withoutUpdates leaves out when the banks, and not their entries, were written.
func withoutUpdates(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, `    "updated_at"`) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// A value that is nested as deep as JSON may be is deeper in its bank: it
// is refused, because it would make the bank unreadable.
func TestValuesAreNestedWithinTheirBank(t *testing.T) {
	b := newShelf(t.TempDir()).banks()
	ref := banks.Ref{Bank: "deep"}
	for _, depth := range []int{9_990, 9_997, 9_998, 10_000, 10_001} {
		value := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		_, err := b.Entries.Write(t.Context(), ref, banks.WriteRequest{Key: "k", Value: []byte(value)})
		if _, readErr := b.Entries.Read(t.Context(), ref, "k"); readErr != nil {
			t.Fatalf("after a value of %d levels (%v) the bank cannot be read: %v", depth, err, readErr)
		}
		if err == nil {
			_, err = b.Entries.Update(t.Context(), ref, banks.UpdateRequest{Key: "k", Filter: "[[[[[[[[[[[.]]]]]]]]]]]"})
			if err == nil {
				t.Errorf("%d levels in ten more are taken", depth)
			}
		}
		if _, err := b.Entries.Read(t.Context(), ref, "k"); err != nil {
			t.Fatalf("after an update of %d levels the bank cannot be read: %v", depth, err)
		}
	}
}
