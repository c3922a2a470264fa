package memex

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
)

func newDoctor(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Find what is wrong with the cards",
		Long: `Find errors (files that cannot be read, frontmatter that is not YAML, slugs that
two cards share) and warnings (broken links, missing fields). If there are errors,
the exit status is 1.`,
		Example: `memex doctor`,
		Args:    cli.Arguments(0, 0, ""),
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.doctor(cmd.Context()) },
	}
}

func (a *app) doctor(ctx context.Context) error {
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
	if err := a.print(findings, findingsText(findings)); err != nil {
		return err
	}
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

// findingsText returns a line for each finding.
func findingsText(findings []cards.Finding) string {
	if len(findings) == 0 {
		return "Nothing is wrong.\n"
	}
	rows := make([][]string, len(findings))
	for i, f := range findings {
		rows[i] = []string{f.Level, shown(f.Message)}
	}
	return cli.Table(rows)
}
