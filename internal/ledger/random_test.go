package ledger_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/ledger"
)

// world fills a ledger at random.
type world struct {
	*testing.T
	*ledger.Ledger
	random *rand.Rand
	ids    []string
}

func newWorld(t *testing.T, seed uint64) *world {
	return &world{T: t, Ledger: open(t, ledger.Memory), random: rand.New(rand.NewPCG(seed, 7))}
}

// text returns up to n words, of which there are few.
func (w *world) text(n int) string {
	words := strings.Fields("heron otter reed lake river nest egg wing song garden 苍鹭 芦苇 http.Server x_y build fails the of")
	var b strings.Builder
	for range 1 + w.random.IntN(n) {
		b.WriteString(words[w.random.IntN(len(words))] + " ")
	}
	return b.String()
}

func (w *world) scope() ledger.Scope {
	all := []ledger.Scope{ledger.DefaultScope(), {Type: ledger.Global, ID: "g"}, {Type: ledger.Global, ID: "h"}, {Type: ledger.User, ID: "default"}}
	return all[w.random.IntN(len(all))]
}

// id returns the id of something there is, or of nothing.
func (w *world) id() string {
	if len(w.ids) == 0 || w.random.IntN(10) == 0 {
		return "nothing"
	}
	return w.ids[w.random.IntN(len(w.ids))]
}

func (w *world) origin() ledger.Origin {
	o := ledger.Origin{Scope: w.scope()}
	for range w.random.IntN(3) {
		o.SourceEventIDs = append(o.SourceEventIDs, w.id())
	}
	return o
}

// add writes something of whatever kind.
func (w *world) add() {
	var err error
	var id string
	shared := fmt.Sprint("id", w.random.IntN(12)) // several kinds and scopes have the same
	switch w.random.IntN(8) {
	case 0, 1:
		var events []ledger.Event
		e := event(w.text(60))
		e.Scope = w.scope()
		events, err = w.Remember(w.Context(), e)
		id = events[0].ID
	case 2:
		id = shared
		_, err = w.AddFact(w.Context(), ledger.NewFact{
			ID: fmt.Sprint(id, w.random.Int()), Subject: w.text(3), Predicate: "is", Object: w.text(8), Confidence: w.random.Float64(), Origin: w.origin(),
		})
	case 3:
		id = shared
		status := ledger.Statuses()[w.random.IntN(3)]
		_, err = w.SetSession(w.Context(), ledger.SetSession{ID: id, CurrentGoal: w.text(5), Summary: w.text(90), Status: status, Origin: w.origin()})
	case 4:
		id = shared
		_, err = w.SetResource(w.Context(), ledger.SetResource{URI: id, Title: w.text(3), Content: w.text(200), Kind: "doc", Origin: w.origin()})
	case 5:
		id = shared
		_, err = w.SetBlock(w.Context(), ledger.SetBlock{
			ID: id, Label: w.text(2), Content: w.text(40), Authority: float64(w.random.IntN(101)), Scope: w.scope(),
		})
	case 6:
		kinds := ledger.RelationKinds()
		_, err = w.AddRelation(w.Context(), ledger.NewRelation{
			FromID: w.id(), ToID: w.id(), Relation: kinds[w.random.IntN(len(kinds))], Origin: w.origin(),
			ValidUntil: []string{"", "2020-01-01", "2030-01-01"}[w.random.IntN(3)],
		})
	default:
		verdicts := ledger.Verdicts()
		_, err = w.Verify(w.Context(), ledger.NewVerification{TargetID: w.id(), Message: "m", Status: verdicts[w.random.IntN(len(verdicts))]})
	}
	if err != nil {
		w.Fatal(err)
	}
	if id != "" {
		w.ids = append(w.ids, id)
	}
}
