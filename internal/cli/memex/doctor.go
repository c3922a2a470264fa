package memex

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
)

func newDoctor(a *app) *cobra.Command {
	var lists bounds
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Find what is wrong with the cards",
		Long: `Find errors (files that cannot be read, frontmatter that is not YAML, slugs that
two cards share) and warnings (broken links, missing fields). If there are errors,
the exit status is 1. The first of each kind are
shown, and how many there are more.`,
		Example: `
			memex doctor
			memex doctor --all`,
		Args: cli.Arguments(0, 0, ""),
	}
	lists.add(cmd, "findings of each kind")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		most, err := lists.most(cmd)
		if err != nil {
			return err
		}
		return a.doctor(cmd.Context(), most)
	}
	a.AddFollowFlag(cmd)
	return cmd
}

func (a *app) doctor(ctx context.Context, most int) error {
	room, err := a.cards(ctx)
	if err != nil {
		return err
	}
	findings, err := room.Doctor(ctx)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	}
	few := cards.FirstFindings(findings, most)
	if err := a.print(few, findingsText(few)); err != nil {
		return err
	}
	return wrong(findings)
}

// wrong is the error of findings that are errors.
func wrong(findings []cards.Finding) error {
	errs := 0
	for _, f := range findings {
		if f.Level == cards.LevelError {
			errs++
		}
	}
	switch errs {
	case 0:
		return nil
	case 1:
		return agmem.Errorf(agmem.Invalid, "the cards have 1 error")
	}
	return agmem.Errorf(agmem.Invalid, "the cards have %d errors", errs)
}

// findingsText returns a line for each finding, and then one for each kind of
// which more were found.
func findingsText(findings []cards.Finding) string {
	if len(findings) == 0 {
		return "Nothing is wrong.\n"
	}
	var rows, more [][]string
	for _, f := range findings {
		rows = append(rows, []string{f.Level, shown(f.Message)})
		if f.More > 0 {
			more = append(more, []string{f.Level, andMore("", f.More, " ("+f.Kind+"): --all shows them")})
		}
	}
	return cli.Table(append(rows, more...))
}
