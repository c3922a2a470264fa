package agmemcli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/toon"
)

type listOptions struct {
	filter        filterFlags
	limit, offset int
	sort          sortFlag
	pinned        bool
}

func newList(a *app) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list",
		Short: "Browse memories, newest first",
		Long:  `List the digests of memories, newest first or most often fetched first.`,
		Example: `
			agmem list
			agmem list --tags node,esm --after 2025-01-01 --before 2025-06-01
			agmem list --sort access --limit 20 --offset 40
			agmem list --pinned`,
		Args: cli.Arguments(0, 0, ""),
	}
	o.filter.add(cmd, a)
	flags := cmd.Flags()
	flags.IntVar(&o.limit, "limit", defaultLimit, "show at most `N` memories")
	flags.IntVar(&o.offset, "offset", 0, "leave out the first `N`")
	o.sort = sortFlag(agmem.ByTime)
	flags.Var(&o.sort, "sort", "sort by `ORDER`: time or access")
	flags.BoolVar(&o.pinned, "pinned", false, "list what is pinned, of all sources, and nothing else")
	cli.Complete(cmd, "sort", cli.Fixed(string(agmem.ByTime), string(agmem.ByAccess)))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := o.alone(cmd); err != nil {
			return err
		}
		return o.run(cmd.Context(), a)
	}
	return cmd
}

// alone reports a flag that the list of pins does not have.
func (o *listOptions) alone(cmd *cobra.Command) error {
	for _, name := range []string{"tags", "after", "before", "limit", "offset", "sort"} {
		if o.pinned && cmd.Flags().Changed(name) {
			return agmem.Errorf(agmem.Usage, "--pinned and --%s contradict each other", name).
				WithHint("--pinned lists all that is pinned, in the order in which that was done")
		}
	}
	return nil
}

func (o *listOptions) run(ctx context.Context, a *app) error {
	filter, err := o.filter.filter(a)
	if err != nil {
		return err
	}
	lib, err := a.library()
	if err != nil {
		return err
	}
	list, failed := o.list(a.shortly(ctx), lib, filter)
	if list == nil && failed != nil {
		return failed
	}
	if err := a.Print(summaries{list}); err != nil {
		return err
	}
	return failed
}

func (o *listOptions) list(ctx context.Context, lib *library.Library, filter agmem.Filter) ([]agmem.Summary, error) {
	if o.pinned {
		return lib.Pins.List(ctx)
	}
	return lib.Finder.List(ctx, agmem.Listing{Filter: filter, Sort: agmem.Sort(o.sort), Limit: o.limit, Offset: o.offset})
}

// summaries is the result of list.
type summaries struct{ list []agmem.Summary }

func (v summaries) JSON() any {
	for i := range v.list {
		v.list[i].Tags = listOf(v.list[i].Tags)
	}
	return listOf(v.list)
}

func (v summaries) TOON() any {
	rows := make([]toon.Object, len(v.list))
	for i, s := range v.list {
		rows[i] = toon.Object{
			{Key: "id", Value: shown(s.ID, s.Short)},
			{Key: "digest", Value: s.Digest},
			{Key: "tags", Value: joinTags(s.Tags)},
			{Key: "createdAt", Value: s.CreatedAt.String()},
			{Key: "accessCount", Value: s.AccessCount},
		}
	}
	return table("memories", rows)
}

func (v summaries) Human(p *cli.Page) {
	if len(v.list) == 0 {
		p.Linef("No memories.")
		return
	}
	entries := make([]entry, len(v.list))
	for i, s := range v.list {
		entries[i] = entry{
			id:    shown(s.ID, s.Short),
			left:  p.Day(s.CreatedAt.Time()),
			tags:  bracketTags(s.Tags),
			text:  line(s.Digest, 0),
			right: times(s.AccessCount),
		}
	}
	writeEntries(p, entries)
}

// times says how often something was fetched, nothing for never.
func times(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d×", n)
}
