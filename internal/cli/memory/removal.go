package memory

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// removalFlags say whether memories are really removed.
type removalFlags struct{ force, dryRun bool }

func (f *removalFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.force, "force", false, "do not ask")
	flags.BoolVar(&f.dryRun, "dry-run", false, "only show what would be deleted")
}

// remove asks, if there is a user to ask, and removes.
func (f *removalFlags) remove(ctx context.Context, a *app, doomed []agmem.Memory, do func(context.Context, []agmem.Memory) error) error {
	if f.dryRun {
		return a.Print(removed{doomed, true})
	}
	if len(doomed) > 0 && !f.force {
		if err := ask(ctx, a, doomed); err != nil {
			return err
		}
	}
	if err := do(ctx, doomed); err != nil {
		return err
	}
	return a.confirm(removed{doomed, false})
}

// shownDoomed is how many memories are shown before a question.
const shownDoomed = 10

func ask(ctx context.Context, a *app, doomed []agmem.Memory) error {
	what := memoryCount(len(doomed))
	if !a.CanAsk() {
		return agmem.Errorf(agmem.Denied, "%s would be deleted, and there is nobody to ask", what).
			WithHint("look at them with --dry-run, and delete them with --force")
	}
	for _, m := range doomed[:min(len(doomed), shownDoomed)] {
		fmt.Fprintf(a.Stderr, "%s  %s\n", number(m), cli.Cut(cli.Fold(m.Content), max(a.Columns-10, 60)))
	}
	if more := len(doomed) - shownDoomed; more > 0 {
		fmt.Fprintf(a.Stderr, "and %d more\n", more)
	}
	yes, err := a.Ask(ctx, "Delete "+what+"?")
	switch {
	case yes || ctx.Err() != nil:
		return err
	default:
		return agmem.Errorf(agmem.Denied, "nothing was deleted")
	}
}

// maxRemovedLines is how many memories a person is shown.
const maxRemovedLines = 100

// removed is the result of delete and prune.
type removed struct {
	memories []agmem.Memory
	dryRun   bool
}

// removedJSON is the JSON form of delete and prune.
type removedJSON struct {
	Deleted  int      `json:"deleted"`
	DryRun   bool     `json:"dry_run"`
	Memories []record `json:"memories"`
}

func (v removed) JSON() any { return removedJSON{len(v.memories), v.dryRun, recordsOf(v.memories)} }

func (v removed) Human(p *cli.Page) {
	for _, m := range v.memories[:min(len(v.memories), maxRemovedLines)] {
		text := cli.Fold(m.Content)
		if p.Columns > 0 {
			text = cli.Cut(text, max(p.Columns-20, 20))
		}
		p.Linef("%s  %s  %s", p.Paint(cli.Yellow, number(m)), p.Paint(cli.Dim, p.Day(m.CreatedAt.Time())), cli.Cut(text, 100))
	}
	if more := len(v.memories) - maxRemovedLines; more > 0 {
		p.Linef("and %d more", more)
	}
	p.Linef("%s", v.sentence())
}

func (v removed) Markdown(p *cli.Page) {
	for _, m := range v.memories[:readable(v.memories)] {
		quoteEntry(p, m)
	}
	p.Linef("\n%s", v.sentence())
}

func (v removed) sentence() string {
	switch {
	case len(v.memories) == 0:
		return "No memories to delete."
	case v.dryRun:
		return memoryCount(len(v.memories)) + " would be deleted (--dry-run)."
	}
	return memoryCount(len(v.memories)) + " deleted."
}
