package ledger

import "context"

// Policy is what a pack is for.
type Policy string

// The policies.
const (
	Auto         Policy = "auto"
	ForTask      Policy = "task"      // no resources
	ForWorkspace Policy = "workspace" // no sessions
)

const (
	// sessionScore is the score of an active session.
	sessionScore = 1.3
	// fullAuthority is the authority that is worth a score of 1.
	fullAuthority = 100
)

// Policies returns every policy.
func Policies() []Policy { return []Policy{Auto, ForTask, ForWorkspace} }

// Validate reports a policy that there is not.
func (p Policy) Validate() error { return oneOf("policy", p, Policies(), "auto, task, or workspace") }

// PackRequest asks for a pack.
type PackRequest struct {
	Query         string
	Scope         Scope
	BudgetTokens  int
	Policy        Policy
	WorkspacePath string // the folder that items are compared with; may be empty
	IncludeAudit  bool
}

// Validate reports a request that cannot be answered.
func (r PackRequest) Validate() error {
	if err := required("query", r.Query); err != nil {
		return err
	}
	if err := r.Scope.Validate(); err != nil {
		return err
	}
	return r.Policy.Validate()
}

// kinds returns what a pack may hold of what a search finds.
func (r PackRequest) kinds() []Kind {
	kinds := kindsOf(r.IncludeAudit, KindEvidence, KindFact)
	if r.Policy != ForTask {
		kinds = append(kinds, KindResource)
	}
	if r.Policy != ForWorkspace {
		kinds = append(kinds, KindSession)
	}
	return kinds
}

// ContextPack fills a budget of tokens with the core blocks and active sessions of
// a scope and with what answers a query best, and says what speaks against the
// items. None of them is left out for that.
func (l *Ledger) ContextPack(ctx context.Context, r PackRequest) (Pack, error) {
	if err := r.Validate(); err != nil {
		return Pack{}, err
	}
	pack := Pack{Query: r.Query, BudgetTokens: r.BudgetTokens}
	var taken []candidate
	query := l.question(ctx, r.Query)
	err := l.read(ctx, func(ctx context.Context, t *txn) error {
		var err error
		if taken, pack.Items, pack.EstimatedTokens, err = choose(ctx, t, r, query); err != nil {
			return err
		}
		pack.GeneratedAt = t.now
		return pack.warn(ctx, t, r.Scope, taken)
	})
	if err != nil {
		return Pack{}, err
	}
	drifted, err := l.drift(ctx, taken, r.WorkspacePath)
	pack.RecallWarnings = append(pack.RecallWarnings, drifted...)
	for i := range pack.RecallWarnings {
		pack.RecallWarnings[i].GeneratedAt = pack.GeneratedAt
	}
	pack.bound()
	return pack, err
}

// standing returns what may be packed whatever is asked: the core blocks and the
// active sessions.
func standing(ctx context.Context, t *txn, r PackRequest) ([]candidate, error) {
	core, err := filter{scope: &r.Scope, kinds: []Kind{KindCore}}.choose(ctx, t)
	if err != nil {
		return nil, err
	}
	w := core.where()
	blocks, err := entries(ctx, t, `WHERE `+w.text.String(), w.args...)
	if err != nil {
		return nil, err
	}
	var all []candidate
	for _, e := range blocks {
		all = append(all, candidate{e, 1 + e.block.authority/fullAuthority})
	}
	if r.Policy == ForWorkspace {
		return all, nil
	}
	sessions, err := entries(ctx, t, `WHERE e.scope = ? AND e.kind = 'session' AND s.status = ?`, core.number, Active)
	for _, e := range sessions {
		all = append(all, candidate{e, sessionScore})
	}
	return all, err
}

// warn adds what the ledger itself says against the items.
func (p *Pack) warn(ctx context.Context, t *txn, scope Scope, taken []candidate) error {
	missing, err := citationWarnings(ctx, t, taken)
	if err != nil {
		return err
	}
	opposed, err := temporalWarnings(ctx, t, scope, taken)
	if err != nil {
		return err
	}
	p.RecallWarnings = append(append([]Warning{}, missing...), opposed...)
	p.VerificationWarnings, err = doubts(ctx, t, idsOf(taken))
	return err
}

func idsOf(taken []candidate) []string {
	ids := make([]string, len(taken))
	for i, c := range taken {
		ids[i] = c.entry.id
	}
	return ids
}
