package memory

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/numbered"
)

const defaultFound = 10

type searchOptions struct {
	selection     selectionFlags
	limit, offset int
	fuzzy, exact  bool
	threshold     float64
}

func newSearch(a *app) *cobra.Command {
	var o searchOptions
	cmd := &cobra.Command{
		Use:   "search QUERY...",
		Short: "Find memories by words",
		Long: `Find the memories that have all of the words; if these are fewer than five, also
those with one of the words. If these are still too few, a word that no memory
has is taken for a similar one, and the output says which for which.

AND, OR, NOT, "a phrase", prefix* and parentheses are operators.`,
		Example: `
			memory search "docker compose"
			memory search "docker OR podman" --tags devops
			memory search "error" --after 2025-10-01 --limit 5
			memory search dokcer`,
		Args:        cli.Arguments(1, -1, "a QUERY"),
		Annotations: cli.FreeText(),
	}
	o.selection.add(cmd)
	flags := cmd.Flags()
	flags.IntVar(&o.limit, "limit", defaultFound, "show at most `N` memories")
	flags.IntVar(&o.offset, "offset", 0, "leave out the first `N`")
	flags.BoolVar(&o.fuzzy, "fuzzy", false, "take words for similar ones even if memories have them, and common words that no memory has")
	flags.BoolVar(&o.exact, "no-fuzzy", false, "never take a word for another")
	flags.Float64Var(&o.threshold, "threshold", numbered.DefaultThreshold, "how similar a word must be, `S` from 0 to 1; below the default, mistakes may be of any kind")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return o.run(cmd.Context(), a, args, cmd.Flags().Changed("limit"))
	}
	return cmd
}

func (o *searchOptions) run(ctx context.Context, a *app, args []string, limited bool) error {
	search, err := o.search(a, args)
	if err != nil {
		return err
	}
	memories, err := a.memories()
	if err != nil {
		return err
	}
	found, err := memories.Search(ctx, search)
	if err != nil {
		return err
	}
	if err := a.warnOfTags(ctx, memories, search.Selection); err != nil {
		return err
	}
	found.Results = found.Results[:a.page(memoriesOf(found.Results), limited)]
	a.noteStrict(found.Strict)
	return a.Print(results{found, a.Verbose, a.quiet})
}

// noteStrict says how many memories the operators of a search leave out. It is a
// warning in a format for programs, which has no field for it.
func (a *app) noteStrict(n int64) {
	if n == 0 {
		return
	}
	sentence, hint := fmt.Sprintf("the operators leave out %s with one of the words", memoryCount(int(n))), "type the words alone to see them"
	if a.Format().ForPrograms {
		a.Warn(agmem.Errorf(agmem.Invalid, "%s", sentence).WithHint("%s", hint))
		return
	}
	a.note(sentence, hint)
}

func (o *searchOptions) search(a *app, args []string) (numbered.Search, error) {
	search := numbered.Search{
		Text: strings.Join(args, " "), Limit: o.limit, Offset: o.offset, Threshold: o.threshold,
	}
	switch {
	case o.fuzzy && o.exact:
		return search, agmem.Errorf(agmem.Usage, "--fuzzy and --no-fuzzy contradict each other").WithHint("leave out one of them")
	case o.fuzzy:
		search.Fuzzy = numbered.FuzzyAlways
	case o.exact:
		search.Fuzzy = numbered.FuzzyNever
	}
	if !(o.threshold >= 0 && o.threshold <= 1) { // NaN is not
		return search, agmem.Errorf(agmem.Usage, "--threshold takes a number from 0 to 1, but got %v", o.threshold)
	}
	var err error
	search.Selection, err = o.selection.selection(a)
	return search, err
}
