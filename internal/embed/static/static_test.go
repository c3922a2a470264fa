package static

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed" // for the golden vectors
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/agmem/agmem"
)

var _ agmem.Embedder = (*Embedder)(nil)

//go:embed testdata/golden.jsonl
var golden string

// The vectors are those that the script which made the table got of it, with
// another tokenizer.
func TestVectorsAreThoseOfTheScript(t *testing.T) {
	e := opened(t)
	checked := 0
	for lines := bufio.NewScanner(strings.NewReader(golden)); lines.Scan(); checked++ {
		var want struct {
			Text   string
			Vector []float32
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		got := query(t, e, want.Text)
		if len(got) != len(want.Vector) {
			t.Fatalf("%.40q has %d dimensions, want %d", want.Text, len(got), len(want.Vector))
		}
		if dot(want.Vector, want.Vector) == 0 {
			if dot(got, got) != 0 {
				t.Errorf("%.40q is not without a direction", want.Text)
			}
		} else if c := dot(got, want.Vector); c < 0.9999 || c > 1.0001 {
			t.Errorf("%.40q: the cosine with the script's vector is %.6f", want.Text, c)
		}
	}
	if checked < 50 {
		t.Errorf("only %d texts were compared", checked)
	}
}

func TestFingerprintIsThatOfTheTable(t *testing.T) {
	sum := sha256.Sum256([]byte(table))
	e := opened(t)
	if want := fmt.Sprintf("static-minilm-l6-v2-%d-%x", e.rows.dims, sum[:6]); e.Model() != want {
		t.Errorf("Model() = %q, but the table is %q: run go run ./bench/static", e.Model(), want)
	}
}

// What means the same is like it without a word in common, anything else is not.
func TestMeaning(t *testing.T) {
	e := opened(t)
	for _, c := range []struct{ text, near, far string }{
		{"delete a file", "remove documents from the disk", "the weather is nice today"},
		{"how do I sort a list", "order the elements of an array", "she went to a wedding"},
		{"my dog is ill", "the puppy has to see a vet", "compile the kernel"},
		{"什么时候去北京", "我们明天去北京", "新年快乐"},
	} {
		q := query(t, e, c.text)
		near, far := dot(q, query(t, e, c.near)), dot(q, query(t, e, c.far))
		if near < 0.3 || near < far+0.3 {
			t.Errorf("%q: %q has %.3f, %q has %.3f", c.text, c.near, near, c.far, far)
		}
	}
}

func TestDocumentsAreEmbeddedAsQueriesAre(t *testing.T) {
	e := opened(t)
	texts := []string{"a heron in the reeds", "", "新年快乐"}
	vectors, err := e.EmbedDocuments(t.Context(), texts)
	if err != nil || len(vectors) != len(texts) {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for i, text := range texts {
		q := query(t, e, text)
		for k := range q {
			if q[k] != vectors[i][k] {
				t.Fatalf("%q differs as a document in dimension %d", text, k)
			}
		}
	}
}

func TestEmbeddingEndsWithItsContext(t *testing.T) {
	e := opened(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.EmbedDocuments(ctx, []string{"x"}); err == nil {
		t.Error("documents are embedded after the end")
	}
	if _, err := e.EmbedQuery(ctx, "x"); err == nil {
		t.Error("a question is embedded after the end")
	}
}

// A damaged table is an error or gives vectors, but never ends the program.
func TestDamagedTables(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "another file": strings.Repeat("x", 100), "no rows": table[:headerSize],
		"half":          table[:len(table)/2],
		"no dimensions": table[:len(magic)] + "\x00\x00\x00\x00" + table[len(magic)+4:],
		"too many rows": table[:len(magic)+4] + "\xff\xff\xff\xff" + table[headerSize:],
	} {
		if _, err := open(text); agmem.KindOf(err) != agmem.Corrupt {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The vocabulary may have more tokens than the table has rows.
func TestTokensWithoutARow(t *testing.T) {
	rows, vocabulary, err := parse(table)
	if err != nil {
		t.Fatal(err)
	}
	header := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32([]byte(magic), uint32(rows.dims)), 2)
	few := bytes.Join([][]byte{header, []byte(rows.text[:2*(scaleSize+rows.dims)]), []byte(vocabulary)}, nil)
	e, err := open(string(few))
	if err != nil {
		t.Fatal(err)
	}
	if v := query(t, e, "words without a row"); dot(v, v) != 0 {
		t.Error("tokens without a row have a direction")
	}
}

func TestOpenDoesNoWorkThatGrowsWithTheTable(t *testing.T) {
	allocations := testing.AllocsPerRun(20, func() {
		if _, err := Open(); err != nil {
			t.Fatal(err)
		}
	})
	if allocations > 20 {
		t.Errorf("opening allocates %v times", allocations)
	}
}

func BenchmarkQuery(b *testing.B) {
	for b.Loop() {
		e, err := Open()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := e.EmbedQuery(b.Context(), "which port does the staging proxy listen on since last week?"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDocument(b *testing.B) {
	e, err := Open()
	if err != nil {
		b.Fatal(err)
	}
	text := []string{strings.Repeat("the proxy of the staging cluster listens on another port since the renewal ", 10)}
	for b.Loop() {
		if _, err := e.EmbedDocuments(b.Context(), text); err != nil {
			b.Fatal(err)
		}
	}
}

func opened(t *testing.T) *Embedder {
	t.Helper()
	e, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func query(t *testing.T, e *Embedder, text string) []float32 {
	t.Helper()
	v, err := e.EmbedQuery(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func dot(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
