package vault_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cards/vault"
)

// fixture is a home of cards for a test, with a cache beside it.
type fixture struct {
	*testing.T
	*vault.Vault
	cache string
	data  string
}

func today() time.Time { return time.Date(2027, 1, 15, 10, 0, 0, 0, time.Local) }

// newVault returns a vault with some cards, by their paths without .md.
func newVault(t *testing.T, texts map[string]string) *fixture {
	t.Helper()
	dir := t.TempDir()
	v := &fixture{T: t, cache: filepath.Join(dir, "cache"), data: filepath.Join(dir, "data")}
	v.Vault = v.open(filepath.Join(dir, "home"), v.cache)
	v.ok(os.MkdirAll(v.Folder(), 0o700))
	for name, text := range texts {
		v.put(name, text)
	}
	return v
}

// open returns a vault as another process would; it is closed with the test.
func (v *fixture) open(home, cache string) *vault.Vault {
	v.T.Helper()
	opened := vault.Open(home, vault.Options{Now: today, CacheDir: cache, DataDir: v.data})
	v.Cleanup(func() {
		if err := opened.Close(); err != nil {
			v.Error(err)
		}
	})
	return opened
}

// begin leaves a rename behind that was cut off, as its journal tells it.
func (v *fixture) begin(journal string) {
	v.T.Helper()
	folder, err := filepath.EvalSymlinks(v.Folder())
	v.ok(err)
	sum := sha256.Sum256([]byte(folder))
	v.ok(os.MkdirAll(filepath.Join(v.data, "cards"), 0o700))
	v.ok(os.WriteFile(filepath.Join(v.data, "cards", hex.EncodeToString(sum[:8])+".rename.json"), []byte(journal), 0o600))
}

// journals returns the journals of renames that were begun.
func (v *fixture) journals() []string {
	v.T.Helper()
	found, err := filepath.Glob(filepath.Join(v.data, "cards", "*.rename.json"))
	v.ok(err)
	return found
}

func (v *fixture) ok(err error) {
	v.T.Helper()
	if err != nil {
		v.Fatal(err)
	}
}

func (v *fixture) file(name string) string {
	return filepath.Join(v.Folder(), filepath.FromSlash(name)+".md")
}

// put writes the file of a card as a person does.
func (v *fixture) put(name, text string) {
	v.T.Helper()
	v.ok(os.MkdirAll(filepath.Dir(v.file(name)), 0o700))
	v.ok(os.WriteFile(v.file(name), []byte(text), 0o600))
}

// text returns what the file of a card holds, empty if there is none.
func (v *fixture) text(name string) string {
	v.T.Helper()
	text, err := os.ReadFile(v.file(name))
	if !errors.Is(err, fs.ErrNotExist) {
		v.ok(err)
	}
	return string(text)
}

// has reports a card whose file does not hold this text.
func (v *fixture) has(name, want string) {
	v.T.Helper()
	if got := v.text(name); got != want {
		v.Errorf("%s holds\n%q\nwant\n%q", name, got, want)
	}
}

// fails reports an error of another kind, or one that does not say all of it.
func (v *fixture) fails(err error, kind agmem.Kind, parts ...string) {
	v.T.Helper()
	if err == nil || agmem.KindOf(err) != kind {
		v.Errorf("error %v of kind %v, want %v", err, agmem.KindOf(err), kind)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			v.Errorf("error %q does not say %q", err, part)
		}
	}
}

// paths returns the paths of all cards, and the error beside them.
func (v *fixture) paths() (string, error) {
	v.T.Helper()
	all, err := v.All(v.Context())
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = c.Path
	}
	return strings.Join(names, " "), err
}

// lists reports other cards than these, or an error.
func (v *fixture) lists(want string) {
	v.T.Helper()
	if got, err := v.paths(); got != want || err != nil {
		v.Errorf("the cards are %q, %v; want %q", got, err, want)
	}
}

// search returns the paths of the hits, best first, and the error.
func (v *fixture) search(q cards.Query) (string, error) {
	v.T.Helper()
	if q.Limit == 0 {
		q.Limit = 10
	}
	hits, err := v.Search(v.Context(), q)
	names := make([]string, len(hits))
	for i, h := range hits {
		names[i] = h.Path
	}
	return strings.Join(names, " "), err
}

// finds reports a search that finds other cards than these, in this order.
func (v *fixture) finds(text, want string) {
	v.T.Helper()
	if got, err := v.search(cards.Query{Text: text}); got != want || err != nil {
		v.Errorf("%q finds %q, %v; want %q", text, got, err, want)
	}
}

// read returns a card by its slug.
func (v *fixture) read(slug string) (string, error) {
	v.T.Helper()
	var b bytes.Buffer
	err := v.Copy(v.Context(), slug, &b)
	return b.String(), err
}

// entries returns the names in a folder of the home, hidden ones too.
func (v *fixture) entries(folder string) []string {
	v.T.Helper()
	list, err := os.ReadDir(filepath.Join(v.Home(), folder))
	if !errors.Is(err, fs.ErrNotExist) {
		v.ok(err)
	}
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name()
	}
	slices.Sort(names)
	return names
}

// joinedErrors returns the errors that one joins, at any depth.
func joinedErrors(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, joinedErrors(e)...)
	}
	return all
}
