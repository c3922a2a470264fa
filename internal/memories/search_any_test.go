package memories_test

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/testsize"
)

// Any string is a query, and an error for a blank one only; asked by several
// at once.
func TestRandomBytesAsQueries(t *testing.T) {
	f := texts(t, map[string]string{
		"a": "docker-compose up fails", "b": "ESM 兼容性", "c": "the who", "d": "getUserById(x) in src/a.go", "e": "café",
	})
	const askers = 4
	n := testsize.Of(100_000, 5000)
	var wait sync.WaitGroup
	for asker := range uint64(askers) {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(1, asker))
			for range n / askers {
				text := randomQuery(r)
				_, err := f.store.Search(t.Context(), agmem.Query{Text: text, Limit: 3, Explain: true})
				blank := strings.TrimSpace(text) == ""
				if blank != (err != nil) || err != nil && agmem.KindOf(err) != agmem.Usage {
					t.Errorf("%q: %v", text, err)
					return
				}
			}
		})
	}
	wait.Wait()
}

// randomQuery returns bytes of all kinds, mostly such as mean something in
// queries.
func randomQuery(r *rand.Rand) string {
	pieces := []string{
		`"`, "(", ")", "*", "-", " ", "AND ", " OR ", " NOT ", "docker", "dokcer", "兼容", "兼", "2023-05-08", "May ",
		"getUser", "x.y", "c++", "\x00", "\xff", "\u0301", "🚀", "'", "the ", "\n", ":", "^", "{", "NEAR(", "1e9", "%", "_",
	}
	var b strings.Builder
	for range r.IntN(12) {
		if r.IntN(4) == 0 {
			b.WriteByte(byte(r.IntN(256)))
			continue
		}
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// What means something in FTS5, or is an error there, is a query.
func TestFTS5SyntaxAsQueries(t *testing.T) {
	content, err := os.ReadFile(filepath.Join(testdata(t, "the syntax cases of SQLite's FTS5 (public domain)"), "fts5", "fts5_syntax_cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ Query string }
	if err := json.Unmarshal(content, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 40 {
		t.Fatalf("only %d cases", len(cases))
	}
	f := texts(t, map[string]string{"a": "abc def ghi", "b": "one two three", "c": "col1 col2 NEAR"})
	for _, c := range cases {
		_, err := f.store.Search(t.Context(), agmem.Query{Text: c.Query, Limit: 5})
		if err != nil && (agmem.KindOf(err) != agmem.Usage || strings.TrimSpace(c.Query) != "") {
			t.Errorf("%q: %v", c.Query, err)
		}
	}
}

// Misspelt web queries find what was meant among the clean ones.
func TestMisspeltQueries(t *testing.T) {
	folder := filepath.Join(testdata(t, "the misspelt queries of ielab/CharacterBERT-DR"), "typos")
	clean, misspelt := pairs(t, filepath.Join(folder, "query.tsv")), pairs(t, filepath.Join(folder, "query.typo.tsv"))
	f := texts(t, clean)
	found := 0
	for name, query := range misspelt {
		first, _, _ := strings.Cut(f.names(agmem.Query{Text: query}), " ")
		if first == name {
			found++
			continue
		}
		t.Logf("%q finds %q first, meant was %q", query, clean[first], clean[name])
	}
	t.Logf("%d of %d misspelt queries find their twin first", found, len(misspelt))
	if len(misspelt) == 0 || found*10 < len(misspelt)*9 {
		t.Errorf("fewer than nine of ten")
	}
}

// testdata returns the folder of the public data, or skips loudly.
func testdata(t *testing.T, what string) string {
	t.Helper()
	folder := os.Getenv("AGMEM_TESTDATA")
	if folder == "" {
		t.Skipf("NOT TESTED: AGMEM_TESTDATA is not set, it names the folder with %s", what)
	}
	return folder
}

// pairs reads a file of names and texts with a tab between them.
func pairs(t *testing.T, path string) map[string]string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all := make(map[string]string)
	for lines := bufio.NewScanner(file); lines.Scan(); {
		name, text, ok := strings.Cut(lines.Text(), "\t")
		if !ok {
			t.Fatalf("%s: %q", path, lines.Text())
		}
		all[name] = text
	}
	return all
}
