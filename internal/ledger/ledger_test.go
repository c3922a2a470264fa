package ledger_test

import (
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/ledger"
)

// now is the clock of the tests.
func now() time.Time { return time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC) }

// open opens a ledger that the test closes.
func open(t testing.TB, path string) *ledger.Ledger {
	t.Helper()
	return openWith(t, path, ledger.Options{})
}

// openWith is open with options, whose clock is that of the tests.
func openWith(t testing.TB, path string, opts ledger.Options) *ledger.Ledger {
	t.Helper()
	opts.Now = now
	l, err := ledger.Open(t.Context(), path, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// remember adds an event to the default scope and returns its id.
func remember(t testing.TB, l *ledger.Ledger, content string) string {
	t.Helper()
	events, err := l.Remember(t.Context(), event(content))
	if err != nil {
		t.Fatal(err)
	}
	return events[0].ID
}

func event(content string) ledger.NewEvent {
	return ledger.NewEvent{Kind: ledger.ExplicitMemory, Actor: ledger.ByUser, Content: content, Scope: ledger.DefaultScope()}
}

func sound(t testing.TB, l *ledger.Ledger) {
	t.Helper()
	if err := l.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// The sample may be written twice, and in a second scope too.
func TestSeed(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "new", "ledger.db"))
	other := ledger.Scope{Type: ledger.Project, ID: "other"}
	for _, scope := range []ledger.Scope{ledger.DefaultScope(), other} {
		first, err := l.Seed(t.Context(), scope)
		if err != nil {
			t.Fatal(err)
		}
		again, err := l.Seed(t.Context(), scope)
		if err != nil || !reflect.DeepEqual(again, first) {
			t.Fatalf("%v\n%+v\n%+v", err, again, first)
		}
		if first.Event.Scope != scope || first.Fact.SourceEventIDs[0] != first.Event.ID {
			t.Errorf("%+v", first)
		}
	}
	sound(t, l)
}
