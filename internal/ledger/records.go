package ledger

import "github.com/agmem/agmem"

// Block is a text that belongs into every pack of its scope, the more so the
// higher its authority is.
type Block struct {
	ID        string        `json:"id"`
	Label     string        `json:"label"`
	Content   string        `json:"content"`
	Authority float64       `json:"authority"` // 0 to 100
	ReadOnly  bool          `json:"readOnly"`
	UpdatedAt agmem.Instant `json:"updatedAt"`
	Metadata  Metadata      `json:"metadata,omitempty"`
}

// Fact is what evidence says, as subject, predicate and object.
type Fact struct {
	ID             string   `json:"id"`
	Subject        string   `json:"subject"`
	Predicate      string   `json:"predicate"`
	Object         string   `json:"object"`
	Confidence     float64  `json:"confidence"` // 0 to 1
	SourceEventIDs []string `json:"sourceEventIds"`
	ValidFrom      string   `json:"validFrom,omitempty"`
	ValidUntil     string   `json:"validUntil,omitempty"`
	Metadata       Metadata `json:"metadata,omitempty"`
}

// Status is how far a session is.
type Status string

// The states of a session.
const (
	Active   Status = "active"
	Blocked  Status = "blocked"
	Complete Status = "complete"
)

// Statuses returns every state of a session.
func Statuses() []Status { return []Status{Active, Blocked, Complete} }

// Validate reports a state that there is not.
func (s Status) Validate() error {
	return oneOf("status", s, Statuses(), "active, blocked, or complete")
}

// SessionState is what an agent is doing, in short.
type SessionState struct {
	ID             string        `json:"id"`
	Scope          Scope         `json:"scope"`
	Status         Status        `json:"status"`
	CurrentGoal    string        `json:"currentGoal"`
	Summary        string        `json:"summary"`
	WorkingSet     []string      `json:"workingSet"`
	UpdatedAt      agmem.Instant `json:"updatedAt"`
	SourceEventIDs []string      `json:"sourceEventIds"`
	Metadata       Metadata      `json:"metadata,omitempty"`
}

// ResourceKind is what a resource is.
type ResourceKind string

// ResourceKinds returns every kind of resource.
func ResourceKinds() []ResourceKind { return []ResourceKind{"doc", "file", "note", "other", "url"} }

// Validate reports a kind that there is not.
func (k ResourceKind) Validate() error {
	return oneOf("kind", k, ResourceKinds(), "a supported workspace resource kind")
}

// Resource is a document of a workspace, in a tree of them.
type Resource struct {
	URI            string        `json:"uri"`
	Scope          Scope         `json:"scope"`
	Kind           ResourceKind  `json:"kind"`
	Title          string        `json:"title"`
	Content        string        `json:"content"`
	ParentURI      string        `json:"parentUri,omitempty"`
	UpdatedAt      agmem.Instant `json:"updatedAt"`
	SourceEventIDs []string      `json:"sourceEventIds"`
	Metadata       Metadata      `json:"metadata,omitempty"`
}

// RelationKind is what one item says of another.
type RelationKind string

// The relations that make a pack warn.
const (
	Contradicts RelationKind = "contradicts"
	Supersedes  RelationKind = "supersedes"
)

// RelationKinds returns every kind of relation.
func RelationKinds() []RelationKind {
	return []RelationKind{Contradicts, "derives", "extends", "supports", Supersedes}
}

// Validate reports a kind that there is not.
func (k RelationKind) Validate() error {
	return oneOf("relation", k, RelationKinds(), "a supported temporal relation")
}

// Relation says what one item is to another, for a time.
type Relation struct {
	ID             string       `json:"id"`
	Scope          Scope        `json:"scope"`
	FromID         string       `json:"fromId"`
	ToID           string       `json:"toId"`
	Relation       RelationKind `json:"relation"`
	ValidFrom      string       `json:"validFrom,omitempty"`
	ValidUntil     string       `json:"validUntil,omitempty"`
	SourceEventIDs []string     `json:"sourceEventIds"`
	Metadata       Metadata     `json:"metadata,omitempty"`
}

// Verdict is the result of a check.
type Verdict string

// Passed is the verdict that needs no warning, and Unknown that of a check
// without one.
const (
	Passed  Verdict = "passed"
	Unknown Verdict = "unknown"
)

// Verdicts returns every verdict.
func Verdicts() []Verdict { return []Verdict{"failed", Passed, "stale", Unknown, "warning"} }

// Validate reports a verdict that there is not.
func (v Verdict) Validate() error {
	return oneOf("status", v, Verdicts(), "a supported verification status")
}

// Verification is the result of checking an item.
type Verification struct {
	ID        string        `json:"id"`
	TargetID  string        `json:"targetId"`
	Status    Verdict       `json:"status"`
	CheckedAt agmem.Instant `json:"checkedAt"`
	Message   string        `json:"message"`
	Metadata  Metadata      `json:"metadata,omitempty"`
}
