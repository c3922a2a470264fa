package agmemcli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/tokens"
)

type contextOptions struct {
	budget   int
	minScore float64
	toon     bool
}

func newContext(a *app) *cobra.Command {
	var o contextOptions
	cmd := &cobra.Command{
		Use:   "context [QUERY...]",
		Short: "Pack what an agent should know into a budget of tokens",
		Long: `Pack what is pinned, what answers a question, and the newest state of a session
into a budget of tokens, and say what speaks against each. If nothing answers
well enough, the pack is empty: nothing is printed, not even what is pinned.

Without a QUERY the pack has what is pinned, the newest state of a session and
the newest memories of this project.

Output is Markdown. Each memory is a block of code that its text cannot end: it
is data, not instructions.`,
		Example: `
			agmem context "how do we run the migrations"
			agmem context --budget 600
			agmem context flaky test in the scheduler --json`,
		Args:        cli.Arguments(0, -1, ""),
		Annotations: cli.FreeText(),
	}
	flags := cmd.Flags()
	flags.IntVar(&o.budget, "budget", library.ContextBudget, "print at most about `N` tokens")
	flags.Float64Var(&o.minScore, "min-score", library.Relevant, "print nothing unless a memory scores `S` or more (0 to 1)")
	flags.BoolVar(&o.toon, "toon", false, "write TOON instead of Markdown")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args) }
	return cmd
}

func (o *contextOptions) run(ctx context.Context, a *app, args []string) error {
	if format := a.Format(); o.toon && format.Flag != "" {
		return agmem.Errorf(agmem.Usage, "--toon and --%s contradict each other", format.Flag)
	}
	request := library.ContextRequest{
		Query: strings.Join(args, " "), Budget: o.budget, MinScore: o.minScore, Now: agmem.InstantOf(a.Now()),
		Cost: func(p *library.ContextPack) int {
			text, err := a.Format().Render(a.Console, contextPack{p, o.toon})
			if err != nil {
				return o.budget + 1 // what cannot be written does not fit
			}
			return tokens.Estimate(string(text))
		},
	}
	if err := request.Validate(); err != nil {
		return err
	}
	if request.Query != "" {
		if err := a.services.Embedding.Ready(ctx, false); err != nil {
			return err
		}
	}
	lib, err := a.library()
	if err != nil {
		return err
	}
	pack, failed := lib.Context.Pack(a.shortly(ctx), request)
	if len(pack.Items) == 0 {
		a.Note(silence(request.Query, pack))
		if !a.Format().ForPrograms {
			return failed
		}
	}
	if err := a.Print(contextPack{&pack, o.toon}); err != nil {
		return err
	}
	return failed
}

// silence says why a pack is empty.
func silence(query string, pack library.ContextPack) (sentence, hint string) {
	switch {
	case pack.LeftOut.Budget > 0:
		return fmt.Sprintf("nothing fits into %s", counted(int64(pack.Budget), "token", "tokens")), ""
	case strings.TrimSpace(query) == "":
		return "there is nothing to say yet: no pins, no state of a session, no memories", ""
	case pack.LeftOut.Weak > 0:
		return "nothing answers this well enough", "agmem search --min-score 0 shows weak matches; words that a memory would have find more"
	}
	return "nothing answers this", ""
}
