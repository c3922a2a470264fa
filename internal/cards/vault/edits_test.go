package vault_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cards/vault"
	"github.com/agmem/agmem/internal/testsize"
)

// vandal edits the cards of a vault in every way that might escape an index.
type vandal struct {
	*fixture
	random *rand.Rand
}

// name returns the path of a card that there may be.
func (v *vandal) name() string {
	return []string{"", "sub/", "sub/deep/", "札记/"}[v.random.IntN(4)] + fmt.Sprint("card-", v.random.IntN(8))
}

// existing returns the path of a card that there is, made if need be.
func (v *vandal) existing() string {
	for range 60 {
		name := v.name()
		if _, err := os.Lstat(v.file(name)); err == nil {
			return name
		}
	}
	v.put("card-0", v.card())
	return "card-0"
}

// animals are words that all have the same length.
const animals = "heron otter raven stork adder trout finch goose mouse shrew"

func (v *vandal) word() string {
	words := strings.Fields(animals)
	return words[v.random.IntN(len(words))]
}

// card returns the text of a card: of a person, or with all fields.
func (v *vandal) card() string {
	body := fmt.Sprintf("The %s and the %s.\n\nSee [[%s]].\n", v.word(), v.word(), v.name())
	switch v.random.IntN(4) {
	case 0:
		return body
	case 1:
		return "# The " + v.word() + "\n" + body
	default:
		return fmt.Sprintf("---\ntitle: A %s\ncreated: 2026-0%d-18\nsource: retro\ntags: [%s, %s]\naliases: %s\n---\n%s",
			v.word(), 1+v.random.IntN(9), v.word(), v.word(), v.word(), body)
	}
}

// retext changes a word of a card and leaves its size.
func (v *vandal) retext(name string) string {
	text := v.text(name)
	for _, word := range strings.Fields(text) {
		if len(word) == 5 && strings.Contains(animals, word) && v.random.IntN(3) == 0 {
			return strings.Replace(text, word, v.word(), 1)
		}
	}
	return text
}

// round does one thing to the cards, and returns what.
func (v *vandal) round() string {
	name := v.existing()
	info, err := os.Stat(v.file(name))
	v.ok(err)
	restore := func(path string) { v.ok(os.Chtimes(path, time.Time{}, info.ModTime())) }
	switch v.random.IntN(12) {
	case 0, 1:
		v.put(v.name(), v.card())
		return "a new text"
	case 2:
		v.put(name, v.retext(name))
		return "an edit of the same size"
	case 3:
		v.put(name, v.retext(name))
		restore(v.file(name))
		return "an edit of the same size with the time restored"
	case 4:
		hidden := filepath.Join(filepath.Dir(v.file(name)), ".new.md")
		v.ok(os.WriteFile(hidden, []byte(v.retext(name)), 0o600))
		restore(hidden)
		v.ok(os.Rename(hidden, v.file(name)))
		return "a replacement of the same size and time"
	case 5:
		to := v.name()
		v.ok(os.MkdirAll(filepath.Dir(v.file(to)), 0o700))
		v.ok(os.Rename(v.file(name), v.file(to)))
		return "a move"
	case 6:
		other, hidden := v.existing(), filepath.Join(v.Folder(), ".swap")
		v.ok(os.Rename(v.file(name), hidden))
		if other != name {
			v.ok(os.Rename(v.file(other), v.file(name)))
		}
		v.ok(os.Rename(hidden, v.file(other)))
		return "a swap"
	case 7:
		v.ok(os.Remove(v.file(name)))
		return "a removal"
	case 8:
		v.ok(os.Chtimes(v.file(name), time.Time{}, time.Now()))
		return "a touch"
	case 9:
		v.ok(os.Chtimes(v.file(name), time.Time{}, time.Unix(1_700_000_000+v.random.Int64N(10), 0)))
		return "another time"
	case 10:
		return v.folders()
	default:
		return v.memex(name)
	}
}

// folders moves a whole folder away, or back.
func (v *vandal) folders() string {
	here, there := filepath.Join(v.Folder(), "sub"), filepath.Join(v.Home(), "elsewhere")
	if _, err := os.Stat(there); err == nil {
		v.ok(os.RemoveAll(here))
		here, there = there, here
	}
	if _, err := os.Stat(here); err != nil {
		v.ok(os.MkdirAll(here, 0o700))
	}
	v.ok(os.Rename(here, there))
	return "a folder that moves"
}

// memex changes a card in one of the ways that the vault itself has.
func (v *vandal) memex(name string) string {
	slug, did := "/"+name, "a mark"
	var err error
	switch v.random.IntN(3) {
	case 0:
		did = "an archived card"
		_, err = v.Archive(v.Context(), slug)
	case 1:
		did = "a write"
		_, err = v.Write(v.Context(), slug, []byte(complete))
	default:
		err = v.Mark(v.Context(), slug, []string{cards.Stale, ""}[v.random.IntN(2)])
	}
	v.ok(err)
	return did
}

// Edits from outside between two calls are always seen: after every one the
// kept index says what a fresh one says.
func TestEveryEditIsSeen(t *testing.T) {
	rounds := testsize.Of(1000, 150)
	v := &vandal{newVault(t, nil), rand.New(rand.NewPCG(11, 7))}
	for round := range rounds {
		after := fmt.Sprintf("round %d, %s", round, v.round())
		if round%3 == 0 { // as another process
			v.ok(v.Close())
			v.Vault = vault.Open(v.Home(), vault.Options{Now: today, CacheDir: v.cache})
		}
		v.same(after, round%10 == 9)
	}
	v.ok(v.Close())
	if files, err := filepath.Glob(filepath.Join(v.cache, "cards", "*.db")); len(files) != 1 || err != nil {
		t.Errorf("the cache is %v, %v", files, err)
	}
}

// same compares what the kept index says with a fresh one, which reads every
// file.
func (v *vandal) same(after string, searches bool) {
	v.T.Helper()
	fresh := vault.Open(v.Home(), vault.Options{Now: today})
	want, err := fresh.All(v.Context())
	v.ok(err)
	got, err := v.All(v.Context())
	if err != nil || !reflect.DeepEqual(got, want) {
		v.Fatalf("after %s the index says\n%+v\n%v\nthe files say\n%+v", after, got, err, want)
	}
	if searches {
		v.sameHits(fresh, after)
	}
	v.ok(fresh.Close())
}

// sameHits compares what both find.
func (v *vandal) sameHits(fresh *vault.Vault, after string) {
	v.T.Helper()
	for _, q := range []cards.Query{
		{Text: "heron"}, {Text: "otter raven"}, {Text: `"the stork"`}, {Text: "trout -finch"}, {Text: "goo*"}, {Text: "mouze"},
		{Text: "adder", Tags: []string{"Shrew"}}, {Text: "heron", Source: "retro"}, {Text: "finch", Since: "2026-05-01", Before: "2026-08-01"},
		{Text: "nothing"},
	} {
		q.Limit = 100
		got, err := v.Vault.Search(v.Context(), q)
		v.ok(err)
		want, err := fresh.Search(v.Context(), q)
		v.ok(err)
		for _, hits := range [][]cards.Hit{got, want} {
			for i := range hits {
				hits[i].Score = 0 // how long removed cards were is remembered in the mean
			}
		}
		if !reflect.DeepEqual(got, want) {
			v.Fatalf("after %s %+v finds\n%+v\na fresh index\n%+v", after, q, got, want)
		}
	}
}
