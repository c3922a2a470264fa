package banks

// Scope says whose a bank is.
type Scope string

// The scopes. AnyScope lets a use case look where the bank is.
const (
	AnyScope     Scope = ""
	ProjectScope Scope = "project" // of the project that the working directory is in
	UserScope    Scope = "user"    // of the user, in every project
	AllScopes    Scope = "all"     // both; for what lists and searches
)

// ParseScope returns the scope of that name: user or project, and all where
// the use case takes it. The empty name is AnyScope.
func ParseScope(name string, all bool) (Scope, error) {
	switch s := Scope(name); {
	case s == AnyScope, s == ProjectScope, s == UserScope, s == AllScopes && all:
		return s, nil
	}
	names := "user or project"
	if all {
		names = "user, project or all"
	}
	return "", Errorf(InvalidScope, "there is no scope '%s'", name).WithHint("a scope is %s", names)
}
