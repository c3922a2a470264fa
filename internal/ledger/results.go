package ledger

import "github.com/agmem/agmem"

// Kind is what an item of a search or a pack is.
type Kind string

// The kinds of items.
const (
	KindCore     Kind = "core"
	KindEvidence Kind = "evidence"
	KindFact     Kind = "fact"
	KindResource Kind = "resource"
	KindSession  Kind = "session"
)

// kindAudit is how the tables call an event that says what else was written. It is
// shown as evidence.
const kindAudit Kind = "audit"

func (k Kind) shown() Kind {
	if k == kindAudit {
		return KindEvidence
	}
	return k
}

// Result is an item that answers a query.
type Result struct {
	ID        string        `json:"id"`
	Kind      Kind          `json:"kind"`
	Content   string        `json:"content"`
	Score     float64       `json:"score"` // 0 to 1
	Citation  string        `json:"citation"`
	Timestamp agmem.Instant `json:"timestamp,omitzero"`
	Metadata  Metadata      `json:"metadata,omitempty"`
}

// WarningKind is what speaks against an item of a pack.
type WarningKind string

// The kinds of warnings.
const (
	BranchDrift           WarningKind = "branch_drift"
	CitationMissing       WarningKind = "citation_missing"
	CommitDrift           WarningKind = "commit_drift"
	FileHashMismatch      WarningKind = "file_hash_mismatch"
	FileMissing           WarningKind = "file_missing"
	TemporalContradiction WarningKind = "temporal_contradiction"
	TemporalSupersession  WarningKind = "temporal_supersession"
)

// Warning says why an item of a pack may be wrong. The item stays in the pack.
type Warning struct {
	ID          string        `json:"id"`
	Kind        WarningKind   `json:"kind"`
	TargetID    string        `json:"targetId"`
	Severity    string        `json:"severity"`
	Message     string        `json:"message"`
	GeneratedAt agmem.Instant `json:"generatedAt"`
	RelatedIDs  []string      `json:"relatedIds,omitempty"`
	Metadata    Metadata      `json:"metadata,omitempty"`
}

// PackItem is an item of a pack.
type PackItem struct {
	ID            string   `json:"id"`
	Kind          Kind     `json:"kind"`
	Content       string   `json:"content"`
	Citation      string   `json:"citation"`
	Score         float64  `json:"score"`
	TokenEstimate int      `json:"tokenEstimate"`
	Metadata      Metadata `json:"metadata,omitempty"`
	// MetadataLeftOut is how many members of the metadata are too long for a pack.
	MetadataLeftOut int `json:"metadataLeftOut,omitempty"`
}

// Pack is what a budget of tokens holds of what answers a query.
type Pack struct {
	Query                string         `json:"query"`
	BudgetTokens         int            `json:"budgetTokens"`
	EstimatedTokens      int            `json:"estimatedTokens"`
	GeneratedAt          agmem.Instant  `json:"generatedAt"`
	Items                []PackItem     `json:"items"`
	RecallWarnings       []Warning      `json:"recallWarnings"`
	VerificationWarnings []Verification `json:"verificationWarnings"`
	// RecallWarningsLeftOut is how many more warnings there are of the same kinds
	// about the same items.
	RecallWarningsLeftOut int `json:"recallWarningsLeftOut,omitempty"`
}
