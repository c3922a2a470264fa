package ledger

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/agmem/agmem"
)

// subject is a memory that is asked about, with what the ledger has of it.
type subject struct {
	entry *entry // nil for what another source holds
	names []string
}

// Objections returns what the ledger knows against memories: of its own entries
// everything that [Ledger.ContextPack] warns of and the bounds of facts, of others
// what relations and verifications say that name them. A workspace is looked at
// only if the entry names it.
func (s *Source) Objections(ctx context.Context, subjects []agmem.Subject) ([]agmem.Objection, error) {
	var all []agmem.Objection
	asked := make([]subject, len(subjects))
	err := s.ledger.read(ctx, func(ctx context.Context, t *txn) (err error) {
		for i, a := range subjects {
			if asked[i], err = lookUp(ctx, t, a); err != nil {
				return err
			}
			doubtful, err := asked[i].entry.foundations(ctx, t)
			if err != nil {
				return err
			}
			all = append(all, at(i, doubtful)...)
		}
		found, err := opposed(ctx, t, asked)
		all = append(all, found...)
		return err
	})
	for i, a := range asked {
		if err != nil || a.entry == nil {
			continue
		}
		var drifted []Warning
		drifted, err = s.ledger.drift(ctx, []candidate{{entry: a.entry}}, "")
		all = append(all, at(i, objections(drifted))...)
	}
	slices.SortStableFunc(all, func(a, b agmem.Objection) int { return cmp.Compare(a.Subject, b.Subject) })
	return all, err
}

// at gives objections the place of the subject that they are about.
func at(place int, list []agmem.Objection) []agmem.Objection {
	for i := range list {
		list[i].Subject = place
	}
	return list
}

// lookUp finds the entry of a subject, and all the names that relations may use.
func lookUp(ctx context.Context, t *txn, a agmem.Subject) (subject, error) {
	one := subject{names: a.Names}
	if a.ID == "" {
		return one, nil
	}
	e, err := resolve(ctx, t, a.ID)
	if agmem.KindOf(err) == agmem.NotFound {
		return one, nil
	}
	if err != nil {
		return one, err
	}
	one.entry, one.names = e, append(slices.Clone(a.Names), e.id)
	return one, nil
}

// foundations says what an entry lacks by itself: events that it rests on, and a
// time in which it holds.
func (e *entry) foundations(ctx context.Context, t *txn) ([]agmem.Objection, error) {
	if e == nil {
		return nil, nil
	}
	missing, err := citationWarnings(ctx, t, []candidate{{entry: e}})
	list := objections(missing)
	if from, _, ok := moment(e.fact.from, t.clock.Location()); ok && t.clock.Before(from) {
		list = append(list, agmem.Objection{Kind: agmem.NotYetValid, Text: "It holds from " + e.fact.from + " on."})
	}
	if _, last, ok := moment(e.fact.until, t.clock.Location()); ok && t.clock.After(last) {
		list = append(list, agmem.Objection{Kind: agmem.OutOfDate, Text: "It held until " + e.fact.until + "."})
	}
	return list, err
}

// opposed returns what relations that hold now and the last verifications say.
func opposed(ctx context.Context, t *txn, asked []subject) ([]agmem.Objection, error) {
	var names []string
	for _, a := range asked {
		names = append(names, a.names...)
	}
	list, err := json.Marshal(names)
	if err != nil {
		return nil, err
	}
	found, err := relations(ctx, t, nil, `l.relation IN ('contradicts', 'supersedes') AND (
		l.from_id IN (SELECT value FROM json_each(?3)) OR l.to_id IN (SELECT value FROM json_each(?3))) ORDER BY l.number`, string(list))
	if err != nil {
		return nil, err
	}
	doubted, err := doubts(ctx, t, names)
	if err != nil {
		return nil, err
	}
	var all []agmem.Objection
	for i, a := range asked {
		for _, r := range found {
			if r.validAt(t.clock) && a.seenFrom(r.Scope) {
				all = append(all, at(i, a.objections(r))...)
			}
		}
		for _, v := range doubted {
			if slices.Contains(a.names, v.TargetID) {
				all = append(all, agmem.Objection{Subject: i, Kind: agmem.CheckFailed, Text: "The last check says " + string(v.Status) + ": " + v.Message})
			}
		}
	}
	return all, nil
}

// seenFrom says whether a relation of a scope can be about the subject. An id of
// an entry means something else in another scope, unless it is that of an event.
func (a subject) seenFrom(scope Scope) bool {
	return a.entry == nil || a.entry.kind.shown() == KindEvidence || scope == a.entry.scope || a.entry.scope.Type == Global
}

// objections returns what a relation says against the subject.
func (a subject) objections(r Relation) []agmem.Objection {
	from, to := slices.Contains(a.names, r.FromID), slices.Contains(a.names, r.ToID)
	switch {
	case r.Relation == Supersedes && to:
		return []agmem.Objection{{Kind: agmem.Superseded, Text: "Superseded by " + r.FromID + ".", By: []string{r.FromID}}}
	case r.Relation == Contradicts && (from || to):
		other := r.FromID
		if from {
			other = r.ToID
		}
		return []agmem.Objection{{Kind: agmem.Contradicted, Text: "Contradicted by " + other + ".", By: []string{other}}}
	}
	return nil
}

// objections returns warnings of a pack as objections.
func objections(warnings []Warning) []agmem.Objection {
	kinds := map[WarningKind]agmem.ObjectionKind{
		BranchDrift: agmem.BranchChanged, CommitDrift: agmem.CommitChanged, CitationMissing: agmem.Unfounded,
		FileHashMismatch: agmem.FileChanged, FileMissing: agmem.FileGone,
	}
	list := make([]agmem.Objection, len(warnings))
	for i, w := range warnings {
		list[i] = agmem.Objection{Kind: kinds[w.Kind], Text: strings.Replace(w.Message, "Memory item", "It", 1)}
	}
	return list
}
