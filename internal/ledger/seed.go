package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
)

// Sample is one record of each kind, for trying the ledger out.
type Sample struct {
	CoreBlock    Block        `json:"coreBlock"`
	Event        Event        `json:"event"`
	Fact         Fact         `json:"fact"`
	SessionState SessionState `json:"sessionState"`
	Resource     Resource     `json:"resource"`
}

// Seed writes the sample into a scope. What of it is there already stays as it is,
// and so the same records are returned each time.
func (l *Ledger) Seed(ctx context.Context, scope Scope) (Sample, error) {
	if err := scope.Validate(); err != nil {
		return Sample{}, err
	}
	var sample Sample
	ahead := sampleEntries(scope, "")
	l.embedAhead(ctx, ahead...)
	err := l.write(ctx, func(ctx context.Context, t *txn) error {
		id, err := sampleEvent(ctx, t, scope)
		if err != nil {
			return err
		}
		there := make(map[Kind]*entry)
		for i, e := range sampleEntries(scope, id) {
			e.vectors = ahead[i].vectors
			if there[e.kind], err = keep(ctx, t, e); err != nil {
				return err
			}
		}
		sample = Sample{
			CoreBlock: there[KindCore].asBlock(), Event: there[KindEvidence].asEvent(), Fact: there[KindFact].asFact(),
			SessionState: there[KindSession].asSession(), Resource: there[KindResource].asResource(),
		}
		return nil
	})
	return sample, err
}

// keep saves an entry unless there is one of its kind, scope and id, and returns
// the one that is there then.
func keep(ctx context.Context, t *txn, e *entry) (*entry, error) {
	there, err := find(ctx, t, e.kind, e.scope, e.id)
	if err != nil || there != nil {
		return there, err
	}
	e.written = t.now
	if err := save(ctx, t, e); err != nil {
		return nil, err
	}
	return find(ctx, t, e.kind, e.scope, e.id)
}

// sampleEvent returns the id of the sample's event. The ids of events are those of
// the whole ledger, so in a second scope it has another.
func sampleEvent(ctx context.Context, t *txn, scope Scope) (string, error) {
	const id = "event_sample_biome"
	there, err := findEvent(ctx, t, id)
	if err != nil || there == nil || there.scope == scope {
		return id, err
	}
	sum := sha256.Sum256([]byte(string(scope.Type) + "\x00" + scope.ID))
	return id + "_" + hex.EncodeToString(sum[:4]), nil
}

func sampleEntries(scope Scope, event string) []*entry {
	sources := []string{event}
	said := NewEvent{
		Kind: ExplicitMemory, Actor: ByUser, Scope: scope, Content: "User prefers Biome as the only linter and formatter.",
	}.entry()
	said.id = event
	rules := &entry{
		kind: KindCore, scope: scope, id: "core_repo_rules",
		content: "Use TypeScript, Turborepo, Biome, SQLite, and a thin Hermes adapter.",
	}
	rules.block.label, rules.block.authority = "Repo rules", 100
	fact := &entry{
		kind: KindFact, scope: scope, id: "fact_sample_biome", content: "Biome as the only linter and formatter",
		confidence: 0.95, sources: sources,
	}
	fact.fact.subject, fact.fact.predicate = "user", "prefers"
	session := SetSession{
		ID: "session_sample_active", Status: Active, CurrentGoal: "Keep the v1 implementation local-first and auditable.",
		Summary:    "The current task is validating memory context packing with local SQLite data.",
		WorkingSet: []string{"packages/core", "packages/sqlite", "packages/cli"}, Origin: Origin{Scope: scope},
	}.entry()
	resource := SetResource{
		URI: "repo://apps/docs/src/content/docs/roadmap/v1-v2-roadmap.md", Kind: "doc", Title: "V1/V2 roadmap",
		Content: "Roadmap guidance keeps v1 local-first and reserves graph/reflection for v2.", Origin: Origin{Scope: scope},
	}.entry()
	session.sources, resource.sources = sources, sources
	return []*entry{rules, said, fact, session, resource}
}
