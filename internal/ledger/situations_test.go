package ledger_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/ledger"
)

// The situations of the existing implementation's evaluation: everything that is
// expected is packed and cited, nothing irrelevant is, and the budget is kept.
func TestSituations(t *testing.T) {
	for name, s := range map[string]situation{
		"preferences from a conversation": {
			fill: func(w *scene) {
				w.block("core_rules", "Repo rules", "Use TypeScript, Turborepo, Biome, SQLite, and a thin adapter.", 100)
				e := w.event("wanted", ledger.ExplicitMemory, ledger.ByUser, "The user prefers Biome as the only linter and formatter.")
				o := w.event("", ledger.UserMessage, ledger.ByUser, "A note about lunch mentions a city guide and a queue at the cafe.")
				w.fact("fact_biome", "user", "prefers", "Biome as the only linter and formatter", e)
				w.fact("fact_lunch", "workspace", "mentions", "planning of lunch", o)
			},
			request: ledger.PackRequest{Query: "Biome formatter preference TypeScript repo rules", BudgetTokens: 500, Policy: ledger.Auto},
			wanted:  []string{"core_rules", "wanted", "fact_biome"},
		},
		"a remembered environment action": {
			fill: func(w *scene) {
				w.block("core_gate", "CI gate", "Use pnpm run ci as the full gate before work is done.", 95)
				e := w.event("wanted", ledger.ToolResult, ledger.ByTool, "pnpm run ci executes lint, typecheck, tests, build, and adapter checks.")
				w.event("", ledger.SystemEvent, ledger.BySystem, "A scratch reminder recorded the placement of windows for a notes app.")
				w.fact("fact_ci", "repo", "verifies_with", "pnpm run ci for lint, tests, adapter checks and benchmark reports", e)
			},
			request: ledger.PackRequest{Query: "pnpm run ci adapter checks benchmark reports", BudgetTokens: 520, Policy: ledger.Auto},
			wanted:  []string{"core_gate", "wanted", "fact_ci"},
		},
		"a write that is read back and diagnosed": {
			fill: func(w *scene) {
				w.block("core_docs", "Docs rule", "Use Context7 before changing Turborepo or Vitest configuration.", 90)
				e := w.event("wanted", ledger.SystemEvent, ledger.BySystem, "Context7 is the preferred documentation source for Turborepo and Vitest changes.")
				w.event("", ledger.AssistantMessage, ledger.ByAssistant, "The draft handoff noted that social memory remains out of scope.")
				w.fact("fact_docs", "repo", "uses_docs_source", "Context7 for current Turborepo and Vitest documentation", e)
			},
			request: ledger.PackRequest{Query: "Context7 Turborepo Vitest documentation source", BudgetTokens: 480, Policy: ledger.Auto},
			wanted:  []string{"core_docs", "wanted", "fact_docs"},
		},
		"the state of an active session under task": {
			fill: func(w *scene) {
				w.block("core_task", "Task state rule", "Active session state should stay compact and cited.", 90)
				w.session("session_now", "Implement active session state and workspace resources.", "The active task is scoped to local projections.")
				w.resource("repo://unrelated.md", "Unrelated resource", "This resource about the current task and session state should not appear.")
			},
			request: ledger.PackRequest{Query: "current implementation task active session state", BudgetTokens: 420, Policy: ledger.ForTask},
			wanted:  []string{"core_task", "session_now"},
		},
		"a resource under workspace": {
			fill: func(w *scene) {
				w.block("core_tree", "Workspace tree rule", "Workspace resources should be browseable and inspectable.", 90)
				w.session("session_unrelated", "Draft an unrelated summary.", "This workspace session state should not appear among browseable resources.")
				w.resource("repo://roadmap.md", "Roadmap", "The roadmap describes browseable workspace resource memory.")
			},
			request: ledger.PackRequest{Query: "browseable workspace resource roadmap", BudgetTokens: 420, Policy: ledger.ForWorkspace},
			wanted:  []string{"core_tree", "repo://roadmap.md"},
		},
		"a superseded memory with its warning": {
			fill: func(w *scene) {
				w.block("core_safety", "Recall safety rule", "Risky memory stays visible but has structured recall warnings.", 90)
				old := w.event("", ledger.ExplicitMemory, ledger.ByUser, "Phase 2 is design-only.")
				now := w.event("", ledger.SystemEvent, ledger.BySystem, "Temporal warnings are emitted now.")
				w.fact("fact_old", "roadmap", "states", "recall safety of phase 2 is a design only", old)
				w.fact("fact_new", "roadmap", "states", "recall safety warning support is implemented", now)
				w.relate("fact_new", ledger.Supersedes, "fact_old")
			},
			request: ledger.PackRequest{Query: "recall safety roadmap", BudgetTokens: 520, Policy: ledger.Auto},
			wanted:  []string{"core_safety", "fact_old", "fact_new"},
			warning: "Memory item fact_old has been superseded by fact_new.",
		},
	} {
		t.Run(name, func(t *testing.T) { s.check(t) })
	}
}

type situation struct {
	fill    func(*scene)
	request ledger.PackRequest
	wanted  []string // the ids that are to be packed, and no other
	warning string   // the only one; empty for none
}

// scene is a ledger that a situation fills.
type scene struct {
	*testing.T
	*ledger.Ledger
	named map[string]string // ids of events by the names that the situation gives them
}

func (s situation) check(t *testing.T) {
	w := &scene{t, open(t, ledger.Memory), map[string]string{}}
	s.fill(w)
	s.request.Scope = ledger.DefaultScope()
	pack, err := w.ContextPack(t.Context(), s.request)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, item := range pack.Items {
		id := item.ID
		if name := w.named[id]; name != "" {
			id = name
		}
		got = append(got, id)
		if !strings.HasSuffix(item.Citation, ":"+item.ID) {
			t.Errorf("%s is cited as %q", item.ID, item.Citation)
		}
	}
	slices.Sort(got)
	slices.Sort(s.wanted)
	if !slices.Equal(got, s.wanted) {
		t.Errorf("packed %q, want %q", got, s.wanted)
	}
	if pack.EstimatedTokens > s.request.BudgetTokens {
		t.Errorf("%d tokens", pack.EstimatedTokens)
	}
	var warnings []string
	for _, warning := range pack.RecallWarnings {
		warnings = append(warnings, warning.Message)
	}
	if strings.Join(warnings, "\n") != s.warning {
		t.Errorf("warnings %q, want %q", warnings, s.warning)
	}
}

func (w *scene) event(name string, kind ledger.EventKind, actor ledger.Actor, content string) string {
	w.Helper()
	events, err := w.Remember(w.Context(), ledger.NewEvent{Kind: kind, Actor: actor, Content: content, Scope: ledger.DefaultScope()})
	w.ok(err)
	w.named[events[0].ID] = name
	return events[0].ID
}

func (w *scene) ok(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *scene) block(id, label, content string, authority float64) {
	_, err := w.SetBlock(w.Context(), ledger.SetBlock{ID: id, Label: label, Content: content, Authority: authority, Scope: ledger.DefaultScope()})
	w.ok(err)
}

func (w *scene) fact(id, subject, predicate, object string, sources ...string) {
	_, err := w.AddFact(w.Context(), ledger.NewFact{
		ID: id, Subject: subject, Predicate: predicate, Object: object, Confidence: 0.9, Origin: from(sources...),
	})
	w.ok(err)
}

func (w *scene) session(id, goal, summary string) {
	_, err := w.SetSession(w.Context(), ledger.SetSession{ID: id, CurrentGoal: goal, Summary: summary, Status: ledger.Active, Origin: from()})
	w.ok(err)
}

func (w *scene) resource(uri, title, content string) {
	_, err := w.SetResource(w.Context(), ledger.SetResource{URI: uri, Title: title, Content: content, Kind: "doc", Origin: from()})
	w.ok(err)
}

func (w *scene) relate(one string, kind ledger.RelationKind, other string) {
	_, err := w.AddRelation(w.Context(), ledger.NewRelation{FromID: one, ToID: other, Relation: kind, Origin: from()})
	w.ok(err)
}

// from is the origin of what is written to the default scope.
func from(sources ...string) ledger.Origin {
	return ledger.Origin{Scope: ledger.DefaultScope(), SourceEventIDs: sources}
}
