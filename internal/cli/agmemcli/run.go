package agmemcli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/toon"
)

func newRun(a *app) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [COMMAND]",
		Short: "Run a command of a source",
		Long: `Run a command of a source. Without COMMAND, list its commands.

run init fetches the model that turns memories into vectors; --from takes it from
a folder, an archive (.zip, .whl, .tar, .tar.gz, .tgz) or the URL of a mirror.`,
		Example: `
			agmem run
			agmem run status
			agmem run check --fix
			agmem run init --from ./all-MiniLM-L6-v2`,
		Args:              cli.Arguments(0, 1, "one COMMAND"),
		ValidArgsFunction: a.completeRun,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case o.from != "" && (len(args) == 0 || args[0] != library.InitCommand):
				return agmem.Errorf(agmem.Usage, "--from is for the command init").WithHint("agmem run init --from PLACE")
			case len(args) > 0:
				return o.run(cmd.Context(), a, args[0])
			case o.fix:
				return agmem.Errorf(agmem.Usage, "--fix needs a command").WithHint("agmem run check --fix")
			}
			return runCommands(cmd.Context(), a)
		},
	}
	cmd.Flags().BoolVar(&o.fix, "fix", false, "set right what the command finds, where nothing is lost")
	cmd.Flags().Var(cli.TextFlag{Value: &o.from}, "from", "for init: take the model from `PLACE`, a folder, an archive or a URL")
	return cmd
}

type runOptions struct {
	fix  bool
	from string
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

func (o runOptions) run(ctx context.Context, a *app, name string) error {
	if strings.HasPrefix(name, "embed") && name != "embed-status" {
		if err := a.services.Embedding.Ready(ctx, true); err != nil {
			return err
		}
	}
	lib, err := a.library()
	if err != nil {
		return err
	}
	progress := a.NewProgress(name)
	var result agmem.RunResult
	switch {
	case o.fix:
		result, err = lib.Runs.Fix(ctx, name, progress.Say)
	case name == library.InitCommand:
		result, err = lib.Runs.Init(ctx, o.from, func(done, total int64) {
			const parts = 1000 // bytes may be more than an int of 32 bits holds
			progress.Set(int(done*parts/max(total, 1)), parts)
		})
	default:
		result, err = lib.Runs.Run(ctx, name, progress.Say)
	}
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
