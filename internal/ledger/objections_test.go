package ledger_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/ledger"
)

// against returns what is said against subjects, one a line, with their places.
func against(t *testing.T, l *ledger.Ledger, subjects ...agmem.Subject) string {
	t.Helper()
	found, err := ledger.AsSource(l).Objections(t.Context(), subjects)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, o := range found {
		lines = append(lines, strings.TrimSpace(fmt.Sprint(o.Subject, " ", o.Kind, " ", strings.Join(o.By, ","))))
	}
	return strings.Join(lines, "\n")
}

// relate adds a relation in a scope.
func relate(t *testing.T, l *ledger.Ledger, scope ledger.Scope, from string, relation ledger.RelationKind, to, until string) {
	t.Helper()
	_, err := l.AddRelation(t.Context(), ledger.NewRelation{
		FromID: from, ToID: to, Relation: relation, ValidUntil: until, Origin: ledger.Origin{Scope: scope},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Relations and verifications speak against what they name, in the ledger or not.
func TestObjections(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "l.db"))
	old, fresh := remember(t, l, "the heron nests in April"), remember(t, l, "the heron nests in May")
	scope := ledger.DefaultScope()
	const memory = "a3f2b7e1-0000-4000-8000-000000000001"
	relate(t, l, scope, fresh, ledger.Supersedes, old, "")
	relate(t, l, scope, "cards:heron", ledger.Supersedes, memory, "")
	relate(t, l, scope, memory, ledger.Contradicts, fresh, "")
	relate(t, l, scope, "x", ledger.Supersedes, fresh, "2026-01-01") // no longer
	for _, status := range []ledger.Verdict{ledger.Passed, ledger.Verdict("failed")} {
		if _, err := l.Verify(t.Context(), ledger.NewVerification{TargetID: "local:" + memory, Status: status, Message: "checked"}); err != nil {
			t.Fatal(err)
		}
	}
	subjects := []agmem.Subject{
		{ID: old, Names: []string{"ledger:" + old}},
		{ID: fresh, Names: []string{"ledger:" + fresh}},
		{Names: []string{memory, "local:" + memory}},
		{Names: []string{"cards:heron"}},
		{ID: "event_none", Names: []string{"ledger:event_none"}},
	}
	want := "0 superseded " + fresh + "\n1 contradicted " + memory + "\n2 superseded cards:heron\n2 contradicted " + fresh + "\n2 failed"
	if got := against(t, l, subjects...); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A fact says when it holds and what it rests on. A relation of another scope is
// about another fact, though it has the id.
func TestObjectionsToFacts(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "l.db"))
	other := ledger.Scope{Type: ledger.Project, ID: "other"}
	add := func(id, from, until string, scope ledger.Scope) string {
		_, err := l.AddFact(t.Context(), ledger.NewFact{
			ID: id, Subject: "the heron", Predicate: "eats", Object: "frogs", Confidence: 1, ValidFrom: from, ValidUntil: until,
			Origin: ledger.Origin{Scope: scope},
		})
		if err != nil {
			t.Fatal(err)
		}
		return "fact/" + string(scope.Type) + "/" + scope.ID + "/" + id
	}
	over, coming := add("f1", "", "2026-12-31", ledger.DefaultScope()), add("f2", "2030-01-01", "", ledger.DefaultScope())
	here, there := add("f3", "", "2027-01-15", ledger.DefaultScope()), add("f3", "", "", other)
	relate(t, l, other, "f9", ledger.Supersedes, "f3", "")
	want := "0 expired\n1 not_yet_valid\n3 superseded f9"
	if got := against(t, l, agmem.Subject{ID: over}, agmem.Subject{ID: coming}, agmem.Subject{ID: here}, agmem.Subject{ID: there}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A workspace is compared only with what names it.
func TestObjectionsOfDrift(t *testing.T) {
	r := newRepository(t)
	facts := r.all()
	r.capture(facts)
	facts["workspacePath"] = r.dir
	r.capture(facts)
	r.git("switch", "-qc", "other")
	r.write("src/main.go", "package other\n")
	list, err := ledger.AsSource(r.Ledger).List(t.Context(), agmem.Listing{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	got := against(t, r.Ledger, agmem.Subject{ID: list[0].ID}, agmem.Subject{ID: list[1].ID})
	if got != "0 branch_drift\n0 file_drift" {
		t.Errorf("got %s", got)
	}
}

// The newest state of a session counts, unless it is that of another project.
func TestLastState(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "l.db"))
	source := ledger.AsSource(l)
	if _, found, err := source.LastState(t.Context(), ""); found || err != nil {
		t.Errorf("found one in an empty ledger, %v", err)
	}
	set := func(id string, scope ledger.Scope) {
		_, err := l.SetSession(t.Context(), ledger.SetSession{
			ID: id, CurrentGoal: "goal of " + id, Summary: "s", Status: ledger.Active, Origin: ledger.Origin{Scope: scope},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	set("shop", ledger.Scope{Type: ledger.Project, ID: "shop"})
	set("other", ledger.Scope{Type: ledger.Project, ID: "github.com/acme/other"})
	for repository, want := range map[string]string{
		"": "github.com/acme/other", "github.com/acme/other": "github.com/acme/other", "github.com/acme/shop": "shop",
	} {
		state, found, err := source.LastState(t.Context(), repository)
		if err != nil || !found || state.Origin.Repository != want {
			t.Errorf("%s: %+v, %v", repository, state, err)
		}
	}
	if _, found, err := source.LastState(t.Context(), "github.com/acme/third"); found || err != nil {
		t.Errorf("the state of another project, %v", err)
	}
}
