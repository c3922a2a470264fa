package agmemcli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// sortFlag is the order of a listing.
type sortFlag agmem.Sort

func (f *sortFlag) String() string { return string(*f) }

func (f *sortFlag) Type() string { return "text" }

func (f *sortFlag) Set(name string) error {
	if e, wrong := errors.AsType[*agmem.Error](agmem.Sort(name).Validate()); wrong {
		return e.WithHint("--sort takes %s or %s", agmem.ByTime, agmem.ByAccess)
	}
	*f = sortFlag(name)
	return nil
}

// originFlags say who writes.
type originFlags struct{ author, session string }

func (o *originFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&o.author, "author", "", "the `NAME` of the author (default: $AGMEM_AUTHOR, else what the agent sets)")
	flags.StringVar(&o.session, "session", "", "the `ID` of the session (default: $AGMEM_SESSION, else what the agent sets)")
}

func (o *originFlags) origin(a *app) (agmem.Origin, error) {
	return a.services.Origin(o.author, o.session)
}

// filterFlags narrow a search or a listing.
type filterFlags struct {
	tags cli.TagsFlag
	span cli.SpanFlags
}

func (f *filterFlags) add(cmd *cobra.Command, a *app) {
	flags := cmd.Flags()
	flags.Var(&f.tags, "tags", "only memories with all of these `TAGS` (t1,t2)")
	f.span.Add(flags)
	cli.Complete(cmd, "tags", a.tagNames)
}

func (f *filterFlags) filter(a *app) (agmem.Filter, error) {
	filter, err := f.span.Filter(a.Now())
	filter.Tags = f.tags
	return filter, err
}

func (a *app) tagNames(ctx context.Context) []string {
	lib, err := a.library()
	if err != nil {
		return nil
	}
	tags, err := lib.Finder.Tags(ctx)
	if err != nil {
		return nil
	}
	names := make([]string, len(tags))
	for i, t := range tags {
		names[i] = t.Tag
	}
	return names
}

// offeredIDs is how many of the newest memories a shell offers for an id.
const offeredIDs = 50

// completeIDs offers the newest memories with their digests.
func (a *app) completeIDs(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	lib, err := a.library()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	list, err := lib.Finder.List(agmem.WithShortIDs(cmd.Context()), agmem.Listing{Sort: agmem.ByTime, Limit: offeredIDs})
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var offers []string
	for _, s := range list {
		if id := shown(s.ID, s.Short); strings.HasPrefix(id, strings.ToLower(typed)) {
			offers = append(offers, id+"\t"+line(s.Digest, 60))
		}
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}
