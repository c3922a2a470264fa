package agmemcli

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/library"
)

const defaultLimit = 10

type searchOptions struct {
	filter   filterFlags
	limit    int
	minScore float64
	whole    bool // a lowest score was asked for, so nothing else is left out
	explain  bool
	repo     repoFlag
}

func newSearch(a *app) *cobra.Command {
	var o searchOptions
	cmd := &cobra.Command{
		Use:   "search QUERY...",
		Short: "Find memories by words",
		Long: `Find the memories that answer a question best, and show their digests.

Any text is a query. Plain words need not all match; "a phrase", prefix*, AND,
OR, NOT and -word are operators. Misspelt words are corrected, and the correction
is printed. A score near 1 means that the memory answers every word. Hits that
hardly answer are left out, which is said.
Without --source every active source is searched, and their answers are one list.
What belongs to the repository of the working directory comes before what is as
good and belongs to none, and that before what belongs to another; --repo this
leaves out the rest.`,
		Example: `
			agmem search "ESM compatibility issue"
			agmem search how did we fix the flaky migration --tags node --limit 5
			agmem search '"path resolution" -windows' --after 30d --explain
			agmem search "how do we deploy" --repo any`,
		Args:        cli.Arguments(1, -1, "a QUERY"),
		Annotations: cli.FreeText(),
	}
	o.filter.add(cmd, a)
	o.repo.add(cmd, a)
	flags := cmd.Flags()
	flags.IntVar(&o.limit, "limit", defaultLimit, "show at most `N` memories")
	flags.Float64Var(&o.minScore, "min-score", 0, "leave out memories that score less than `S`, 0 to 1 (default: those that hardly answer; 0 shows all)")
	flags.BoolVar(&o.explain, "explain", false, "show the score breakdown of each memory")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.whole = flags.Changed("min-score")
		return o.run(cmd.Context(), a, args)
	}
	return cmd
}

func (o *searchOptions) run(ctx context.Context, a *app, args []string) error {
	filter, err := o.filter.filter(a)
	if err != nil {
		return err
	}
	if math.IsNaN(o.minScore) {
		return agmem.Errorf(agmem.Usage, "the minimum score is not a number")
	}
	query := agmem.Query{
		Text:     strings.Join(args, " "),
		Filter:   filter,
		Limit:    o.limit,
		MinScore: o.minScore,
		Explain:  o.explain,
	}
	if err := query.Validate(); err != nil {
		return err
	}
	if err := a.services.Embedding.Ready(ctx, false); err != nil {
		return err
	}
	lib, err := a.library()
	if err != nil {
		return err
	}
	if query.Projects, err = lib.Finder.Projects(ctx, o.repo.scope); err != nil {
		return err
	}
	found, failed := lib.Finder.Search(a.shortly(ctx), query)
	if found == nil && failed != nil {
		return failed
	}
	shown, tail := lib.Finder.WithoutTail(query, found)
	if o.whole {
		shown, tail.LeftOut = found, 0
	}
	a.noteTail(shown, tail)
	cli.NoteCorrections(a.Console, found, func(h agmem.Hit) []agmem.Correction { return h.Corrected })
	if err := a.Print(hits{shown, o.explain, a.Now()}); err != nil {
		return err
	}
	return a.noteHiddenHits(ctx, lib, query, found, failed)
}

// noteHiddenHits says how many hits are not shown because of their projects and of
// operators. It returns the error of the search, or its own.
func (a *app) noteHiddenHits(ctx context.Context, lib *library.Library, query agmem.Query, found []agmem.Hit, failed error) error {
	leftOut, err := lib.Finder.LeftOut(ctx, query)
	a.noteLeftOut("hit", "hits", leftOut)
	if failed == nil { // else it would say the same again
		failed = err
	}
	strict, err := lib.Finder.LeftOutByOperators(ctx, query, found)
	if strict > 0 {
		a.noteHidden(fmt.Sprintf("the operators of the query leave out %s", counted(int64(strict), "hit that has words of it", "hits that have words of it")),
			"type the words alone to see them")
	}
	if failed == nil {
		failed = err
	}
	return failed
}
