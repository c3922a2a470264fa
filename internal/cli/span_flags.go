package cli

import (
	"time"

	"github.com/spf13/pflag"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/when"
)

// SpanFlags are --after and --before: when something was written.
type SpanFlags struct{ after, before string }

// Add defines the flags.
func (f *SpanFlags) Add(flags *pflag.FlagSet) {
	flags.Var(TextFlag{Value: &f.after}, "after", "only memories written at this `DATE` or later (2025-01-31, 7d, \"last week\")")
	flags.Var(TextFlag{Value: &f.before}, "before", "only memories written before this `DATE`")
}

// Given says whether one of the flags was given.
func (f *SpanFlags) Given() bool { return f.after != "" || f.before != "" }

// Filter returns what passes the flags, seen from now. A text that is not a date
// is Usage.
func (f *SpanFlags) Filter(now time.Time) (agmem.Filter, error) {
	var filter agmem.Filter
	var err error
	if f.after != "" {
		if filter.After, err = when.After(f.after, now); err != nil {
			return filter, err
		}
	}
	if f.before != "" {
		filter.Before, err = when.Before(f.before, now)
	}
	return filter, err
}
