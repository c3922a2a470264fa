package agmemcli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
)

type listOptions struct {
	filter        filterFlags
	limit, offset int
	sort          sortFlag
	repo          repoFlag
	pinned        bool
}

func newList(a *app) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list",
		Short: "Browse memories, newest first",
		Long: `List the digests of memories, newest first or most often fetched first.
Those of the repository of the working directory come before those of none, and
these before those of others; --repo any lists all alike.`,
		Example: `
			agmem list
			agmem list --tags node,esm --after 2025-01-01 --before 2025-06-01
			agmem list --sort access --limit 20 --offset 40
			agmem list --pinned`,
		Args: cli.Arguments(0, 0, ""),
	}
	o.filter.add(cmd, a)
	o.repo.add(cmd, a)
	flags := cmd.Flags()
	flags.IntVar(&o.limit, "limit", defaultLimit, "show at most `N` memories")
	flags.IntVar(&o.offset, "offset", 0, "leave out the first `N`")
	o.sort = sortFlag(agmem.ByTime)
	flags.Var(&o.sort, "sort", "sort by `ORDER`: time or access")
	cli.Complete(cmd, "sort", cli.Fixed(string(agmem.ByTime), string(agmem.ByAccess)))
	flags.BoolVar(&o.pinned, "pinned", false, "list what is pinned, of all sources, and nothing else")
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
	for _, name := range []string{"tags", "after", "before", "limit", "offset", "sort", "repo"} {
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
	if o.pinned {
		list, failed := lib.Pins.List(a.shortly(ctx))
		return printList(a, list, failed)
	}
	listing := agmem.Listing{
		Filter: filter,
		Sort:   agmem.Sort(o.sort),
		Limit:  o.limit,
		Offset: o.offset,
	}
	if listing.Projects, err = lib.Finder.Projects(ctx, o.repo.scope); err != nil {
		return err
	}
	list, failed := lib.Finder.List(a.shortly(ctx), listing)
	if err := printList(a, list, failed); err != nil {
		return err
	}
	leftOut, err := lib.Finder.LeftOutOf(ctx, listing)
	a.noteLeftOut("memory", "memories", leftOut)
	return err
}

// printList prints what was found, and returns why some is missing.
func printList(a *app, list []agmem.Summary, failed error) error {
	if list == nil && failed != nil {
		return failed
	}
	if err := a.Print(summaries{list}); err != nil {
		return err
	}
	return failed
}

// summaries is the result of list.
type summaries struct{ list []agmem.Summary }

func (v summaries) JSON() any {
	for i := range v.list {
		v.list[i].Tags = listOf(v.list[i].Tags)
	}
	return listOf(v.list)
}

// projects returns what the projects of the memories are called.
func (v summaries) projects() map[string]string {
	repositories := make([]string, len(v.list))
	for i, s := range v.list {
		repositories[i] = s.Repository
	}
	return projectNames(repositories)
}

func (v summaries) TOON() any {
	rows := make([]toon.Object, len(v.list))
	names := v.projects()
	for i, s := range v.list {
		rows[i] = toon.Object{
			{Key: "id", Value: shown(s.ID, s.Short)},
			{Key: "digest", Value: s.Digest},
			{Key: "tags", Value: joinTags(s.Tags)},
			{Key: "createdAt", Value: s.CreatedAt.String()},
			{Key: "accessCount", Value: s.AccessCount},
		}
		if names != nil { // a table has the same columns in every row
			rows[i] = append(rows[i], toon.Field{Key: "project", Value: names[s.Repository]})
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
	names := v.projects()
	for i, s := range v.list {
		entries[i] = entry{
			id:    shown(s.ID, s.Short),
			left:  p.Day(s.CreatedAt.Time()),
			tags:  bracketTags(s.Tags),
			text:  line(s.Digest, 0),
			right: strings.TrimSpace(cli.Fold(names[s.Repository]) + "  " + times(s.AccessCount)),
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
