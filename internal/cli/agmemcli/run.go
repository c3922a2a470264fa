package agmemcli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
)

func newRun(a *app) *cobra.Command {
	fix := false
	cmd := &cobra.Command{
		Use:   "run [COMMAND]",
		Short: "Run a command of a source",
		Long:  `Run a command of a source. Without COMMAND, list its commands.`,
		Example: `
			agmem run
			agmem run status
			agmem run check --fix`,
		Args:              cli.Arguments(0, 1, "one COMMAND"),
		ValidArgsFunction: a.completeRun,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) > 0:
				return runCommand(cmd.Context(), a, args[0], fix)
			case fix:
				return agmem.Errorf(agmem.Usage, "--fix needs a command").WithHint("agmem run check --fix")
			}
			return runCommands(cmd.Context(), a)
		},
	}
	cmd.Flags().BoolVar(&fix, "fix", false, "set right what the command finds, where nothing is lost")
	return cmd
}

func runCommands(ctx context.Context, a *app) error {
	lib, err := a.library()
	if err != nil {
		return err
	}
	list, err := lib.Runs.Commands(ctx)
	if err != nil {
		return err
	}
	return a.Print(runnable(list))
}

func runCommand(ctx context.Context, a *app, name string, fix bool) error {
	lib, err := a.library()
	if err != nil {
		return err
	}
	progress := a.NewProgress(name)
	run := lib.Runs.Run
	if fix {
		run = lib.Runs.Fix
	}
	result, err := run(ctx, name, progress.Say)
	progress.End()
	if err != nil {
		return err
	}
	return a.Print(runResult(result))
}

func (a *app) completeRun(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	lib, err := a.library()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	list, err := lib.Runs.Commands(cmd.Context())
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	offers := make([]string, len(list))
	for i, c := range list {
		offers[i] = c.Name + "\t" + c.Description
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}

// runnable is the result of run without a command.
type runnable []agmem.RunCommand

func (v runnable) JSON() any { return listOf(v) }

func (v runnable) TOON() any {
	rows := make([]toon.Object, len(v))
	for i, c := range v {
		rows[i] = toon.Object{{Key: "name", Value: c.Name}, {Key: "description", Value: c.Description}}
	}
	return table("commands", rows)
}

func (v runnable) Human(p *cli.Page) {
	width := 0
	for _, c := range v {
		width = max(width, cli.Width(c.Name))
	}
	for _, c := range v {
		p.Linef("%s  %s", p.Paint(cli.Cyan, cli.Pad(c.Name, width)), c.Description)
	}
}

// runResult is what a source's command found or did.
type runResult agmem.RunResult

func (v runResult) JSON() any { return v }

// MarshalJSON writes one object, its members in the order of the result.
func (v runResult) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range v {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(f.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(f.Value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func (v runResult) TOON() any {
	o := make(toon.Object, len(v))
	for i, f := range v {
		o[i] = toon.Field{Key: f.Name, Value: f.Value}
	}
	return o
}

func (v runResult) Human(p *cli.Page) {
	for _, f := range v {
		p.Linef("%s: %s", f.Name, cli.Fold(fmt.Sprint(f.Value)))
	}
}
