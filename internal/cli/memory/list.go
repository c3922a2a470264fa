package memory

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

const defaultListed = 20

type listOptions struct {
	selection     selectionFlags
	limit, offset int
	sort, order   string
}

func newList(a *app) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List memories, newest first",
		Long:  `List memories by when they were stored, when they expire, or what they say.`,
		Example: `
			memory list
			memory list --tags docker --limit 5
			memory list --sort expires --order asc`,
		Args: cli.Arguments(0, 0, ""),
	}
	o.selection.add(cmd)
	flags := cmd.Flags()
	flags.IntVar(&o.limit, "limit", defaultListed, "show at most `N` memories")
	flags.IntVar(&o.offset, "offset", 0, "leave out the first `N`")
	flags.StringVar(&o.sort, "sort", "created", "sort by `WHAT`: created, expires or content")
	flags.StringVar(&o.order, "order", "desc", "sort in this `DIRECTION`: asc or desc")
	cli.Complete(cmd, "sort", cli.Fixed("created", "expires", "content"))
	cli.Complete(cmd, "order", cli.Fixed("asc", "desc"))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return o.run(cmd.Context(), a, cmd.Flags().Changed("limit"))
	}
	return cmd
}

func (o *listOptions) run(ctx context.Context, a *app, limited bool) error {
	browsing, err := o.browsing(a)
	if err != nil {
		return err
	}
	memories, err := a.memories()
	if err != nil {
		return err
	}
	list, err := memories.List(ctx, browsing)
	if err != nil {
		return err
	}
	if err := a.warnOfTags(ctx, memories, browsing.Selection); err != nil {
		return err
	}
	total, err := memories.Count(ctx, browsing.Selection)
	if err != nil {
		return err
	}
	return a.Print(listed{list[:a.page(list, limited)], int(total), a.quiet})
}

func (o *listOptions) browsing(a *app) (agmem.Browsing, error) {
	browsing := agmem.Browsing{Limit: o.limit, Offset: o.offset}
	at := slices.Index([]string{"created", "expires", "content"}, o.sort)
	if at < 0 {
		return browsing, agmem.Errorf(agmem.Usage, "--sort takes created, expires or content, but got %q", o.sort)
	}
	browsing.Sort = []agmem.BrowseSort{agmem.ByCreation, agmem.ByExpiry, agmem.ByContent}[at]
	switch o.order {
	case "asc":
		browsing.Ascending = true
	case "desc":
	default:
		return browsing, agmem.Errorf(agmem.Usage, "--order takes asc or desc, but got %q", o.order)
	}
	var err error
	browsing.Selection, err = o.selection.selection(a)
	return browsing, err
}

// listed is the result of list.
type listed struct {
	list  []agmem.Memory
	total int  // without a limit
	quiet bool // nothing is said of what is left out
}

func (v listed) JSON() any { return recordsOf(v.list) }

func (v listed) Human(p *cli.Page) {
	for _, m := range v.list {
		writeEntry(p, entry{memory: m})
	}
	if text := v.about(); text != "" {
		p.Linef("%s", p.Paint(cli.Dim, text))
	}
}

func (v listed) Markdown(p *cli.Page) {
	for _, m := range v.list {
		quoteEntry(p, m)
	}
	if text := v.about(); text != "" {
		p.Linef("\n%s", text)
	}
}

// about says what a page is of, and nothing of one that has all.
func (v listed) about() string {
	switch {
	case v.total == 0:
		return "No memories."
	case len(v.list) == 0:
		return noMore(v.total)
	case len(v.list) < v.total && !v.quiet:
		return partOf(len(v.list), v.total)
	}
	return ""
}
