package ledger

import "strings"

// ScopeType is what a scope is about.
type ScopeType string

// The types of scopes.
const (
	Global    ScopeType = "global"
	User      ScopeType = "user"
	Workspace ScopeType = "workspace"
	Project   ScopeType = "project"
	Session   ScopeType = "session"
)

// ScopeTypes returns every type.
func ScopeTypes() []ScopeType { return []ScopeType{Global, User, Workspace, Project, Session} }

// Scope keeps memories apart that have nothing to do with each other.
type Scope struct {
	Type ScopeType `json:"type"`
	ID   string    `json:"id"`
}

// DefaultScope is the scope of what is written or asked for without one.
func DefaultScope() Scope { return Scope{Workspace, "default"} }

// Validate reports a scope that nothing can be in.
func (s Scope) Validate() error {
	if err := oneOf("scope.type", s.Type, ScopeTypes(), "a supported memory scope type"); err != nil {
		return err
	}
	if strings.TrimSpace(s.ID) == "" {
		return Expected("scope.id", NonEmpty)
	}
	return nil
}
