package memorycli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

// scopeFlag is the value of --scope; an empty one is refused, because an unset
// shell variable must not look like a flag that was not given.
type scopeFlag struct {
	scope banks.Scope
	all   bool // whether it may be all
}

func (f *scopeFlag) String() string { return string(f.scope) }

func (f *scopeFlag) Type() string { return "text" }

func (f *scopeFlag) Set(name string) error {
	if name == "" {
		return banks.Errorf(banks.InvalidScope, "the scope is empty").WithHint("--scope takes %s", f.names("or"))
	}
	scope, err := banks.ParseScope(name, f.all)
	if err != nil {
		return banks.AsError(err).WithHint("--scope takes %s", f.names("or"))
	}
	f.scope = scope
	return nil
}

func (f *scopeFlag) names(before string) string {
	if f.all {
		return "user, project " + before + " all"
	}
	return "user " + before + " project"
}

// add defines the flag; what follows its values in the help says what happens
// without it.
func (f *scopeFlag) add(cmd *cobra.Command, without string) {
	cmd.Flags().Var(f, "scope", "the `SCOPE`: "+f.names("or")+" (default: "+without+")")
	names := []string{string(banks.UserScope), string(banks.ProjectScope)}
	if f.all {
		names = append(names, string(banks.AllScopes))
	}
	cli.Complete(cmd, "scope", cli.Fixed(names...))
}

// ttlFlag is a number of seconds.
type ttlFlag int64

func (f *ttlFlag) String() string { return strconv.FormatInt(int64(*f), 10) }

func (f *ttlFlag) Type() string { return "int" }

func (f *ttlFlag) Set(text string) error {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n <= 0 {
		return banks.Errorf(banks.InvalidTTL, "%q is not a ttl", text).
			WithHint("--ttl takes a positive number of seconds: 3600 for an hour")
	}
	*f = ttlFlag(n)
	return nil
}

// exclude reports two flags that were both given and contradict each other.
func exclude(cmd *cobra.Command, one, other string) error {
	if cmd.Flags().Changed(one) && cmd.Flags().Changed(other) {
		return agmem.Errorf(agmem.Usage, "--%s and --%s contradict each other", one, other).
			WithHint("leave out one of them")
	}
	return nil
}

// needless reports a flag that would do nothing beside what else was given.
func needless(cmd *cobra.Command, flag, why string) error {
	if cmd.Flags().Changed(flag) {
		return agmem.Errorf(agmem.Usage, "--%s does nothing %s", flag, why).WithHint("usage: %s", cmd.UseLine())
	}
	return nil
}
