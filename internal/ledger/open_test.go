package ledger_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/ledger"
	"github.com/agmem/agmem/internal/memories"
)

// execute runs statements on a file behind the ledger's back.
func execute(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// made returns the path of a closed ledger with an event.
func made(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ledger.db")
	l, err := ledger.Open(t.Context(), path, ledger.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	remember(t, l, "a heron")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// Files that are not ours, or those of a newer program, are refused and left as
// they are.
func TestForeignFiles(t *testing.T) {
	for name, c := range map[string]struct {
		spoil string
		kind  agmem.Kind
		says  string
	}{
		"another program": {`PRAGMA application_id = 42`, agmem.Invalid, "another program"},
		"a newer agmem":   {`UPDATE sqlitedb_components SET version = 99`, agmem.Unavailable, "newer agmem"},
	} {
		t.Run(name, func(t *testing.T) {
			path := made(t)
			execute(t, path, c.spoil)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			_, err = ledger.Open(t.Context(), path, ledger.Options{})
			if agmem.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("%v: %v", agmem.KindOf(err), err)
			}
			if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
				t.Errorf("the file was changed, or %v", err)
			}
		})
	}
}

// The ledger and the memories are in one file, whichever came first, and neither
// sees the tables of the other.
func TestBesideMemories(t *testing.T) {
	for _, first := range []string{"ledger", "memories"} {
		t.Run(first+" first", func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "agmem.db")
			var l *ledger.Ledger
			if first == "ledger" {
				l = open(t, path)
			}
			m, err := memories.Open(t.Context(), path, memories.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := m.Close(); err != nil {
					t.Error(err)
				}
			})
			holds := func(want bool) {
				t.Helper()
				if got, err := ledger.Holds(t.Context(), m.Database()); got != want || err != nil {
					t.Errorf("it holds something: %v, %v", got, err)
				}
			}
			holds(false)
			if l == nil {
				l = open(t, path)
			}
			holds(false)
			if _, _, err := m.Add(t.Context(), agmem.Draft{Content: "a heron"}); err != nil {
				t.Fatal(err)
			}
			holds(false)
			remember(t, l, "a heron")
			holds(true)
			sound(t, l)
			if _, err := m.Run(t.Context(), "check", nil); err != nil {
				t.Error(err)
			}
			if stats, err := ledger.AsSource(l).Stats(t.Context()); err != nil || stats.TotalMemories != 1 {
				t.Errorf("%+v, %v", stats, err)
			}
		})
	}
}

// An index that another analyzer made is made again when the ledger is opened.
func TestAnotherAnalyzer(t *testing.T) {
	path := made(t)
	execute(t, path, `UPDATE ledger_state SET value = '0'; DELETE FROM ledger_text_pending`)
	l := open(t, path)
	found, err := l.Search(t.Context(), ledger.SearchRequest{Query: "heron", Limit: 5, Scope: ledger.DefaultScope()})
	if err != nil || len(found) != 1 {
		t.Errorf("%v, %+v", err, found)
	}
	sound(t, l)
}

// A check finds what is wrong.
func TestCheckFindsDamage(t *testing.T) {
	for _, damage := range []string{
		`UPDATE ledger_scopes SET entries = 7`,
		`DELETE FROM ledger_events`,
		`UPDATE ledger_entries SET content = 'otter'`,
		`UPDATE ledger_entries SET scope = 99`,
	} {
		path := made(t)
		execute(t, path, damage)
		if err := open(t, path).Check(t.Context()); agmem.KindOf(err) != agmem.Corrupt {
			t.Errorf("%s: %v", damage, err)
		}
	}
}

// What is not an event has an address in the source that says its kind and scope;
// anyone who gives its id alone is told the address.
func TestAddresses(t *testing.T) {
	w := newScene(t)
	w.block("rules", "Rules", "one", 1)
	w.resource("repo://a/b", "Title", "two")
	w.session("s/1", "three", "goal")
	w.fact("rules", "a", "b", "c")
	s := ledger.AsSource(w.Ledger)
	for id, want := range map[string]string{
		"core/workspace/default/rules":          "Rules: one",
		"resource/workspace/default/repo://a/b": "Title (doc): two",
		"session/workspace/default/s/1":         "Current goal: three\nStatus: active\nSummary: goal\nWorking set: ",
	} {
		found, err := s.Get(t.Context(), []string{id})
		if err != nil || len(found) != 1 || found[0].Content != want {
			t.Errorf("%s: %v, %+v", id, err, found)
		}
	}
	_, err := s.Get(t.Context(), []string{"rules"})
	e, ok := errors.AsType[*agmem.Error](err)
	if !ok || e.Kind != agmem.NotFound || !strings.Contains(e.Hint, "core/workspace/default/rules, fact/workspace/default/rules") {
		t.Errorf("%v", err)
	}
	list, err := s.List(t.Context(), agmem.Listing{Limit: 10})
	if err != nil || len(list) != 4 {
		t.Fatalf("%v, %+v", err, list)
	}
	for _, m := range list {
		if found, err := s.Get(t.Context(), []string{m.ID}); err != nil || found[0].ID != m.ID {
			t.Errorf("%s: %v", m.ID, err)
		}
	}
}

// Two entries never have the same address, whatever their scopes and ids are, and
// each is read by its own.
func TestAddressesOfAwkwardScopes(t *testing.T) {
	w := newScene(t)
	contents := map[string]string{} // by address
	for _, c := range []struct{ scope, uri, address string }{
		{"acme", "shop/README.md", "resource/project/acme/shop/README.md"},
		{"acme/shop", "README.md", "resource/project/acme%2Fshop/README.md"},
		{"acme%2Fshop", "README.md", "resource/project/acme%252Fshop/README.md"},
		{"acme%", "/", "resource/project/acme%25//"},
		{"/", "%2F", "resource/project/%2F/%2F"},
	} {
		_, err := w.SetResource(t.Context(), ledger.SetResource{
			URI: c.uri, Title: "walrus", Content: c.scope, Kind: "doc",
			Origin: ledger.Origin{Scope: ledger.Scope{Type: ledger.Project, ID: c.scope}},
		})
		w.ok(err)
		contents[c.address] = "walrus (doc): " + c.scope
	}
	s := ledger.AsSource(w.Ledger)
	list, err := s.List(t.Context(), agmem.Listing{Limit: 10})
	if err != nil || len(list) != len(contents) {
		t.Fatalf("%v, %+v", err, list)
	}
	for _, m := range list {
		found, err := s.Get(t.Context(), []string{m.ID})
		if err != nil || found[0].ID != m.ID || found[0].Content != contents[m.ID] {
			t.Errorf("%s: %v, %+v, want %q", m.ID, err, found, contents[m.ID])
		}
	}
}
