package cli

// Console is the environment of one command together with the dialect of its
// program and the format that was asked for.
type Console struct {
	Environment
	Dialect
	// Verbose also shows the causes of errors.
	Verbose bool
	// Follow says whether links are read that lead out of their folder; nil where
	// no flag said so.
	Follow *bool
	// AllowSecret says that what looks like a secret is stored.
	AllowSecret bool

	chosen   []bool // which of the dialect's formats were asked for
	warnings int
	unshown  error // the first warning that is only counted
}

// NewConsole returns a console in the first format of the dialect.
func NewConsole(env Environment, dialect Dialect) *Console {
	return &Console{Environment: env, Dialect: dialect, chosen: make([]bool, len(dialect.Formats))}
}
