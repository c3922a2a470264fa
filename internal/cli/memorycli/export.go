package memorycli

import (
	"bufio"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

type exportOptions struct {
	scope scopeFlag
	all   bool
}

func newExport(a *app) *cobra.Command {
	o := exportOptions{scope: scopeFlag{all: true}}
	cmd := &cobra.Command{
		Use:   "export BANK | --all",
		Short: "Print a bank as it is stored, or all banks",
		Long: `Print the file of a bank as it is, or with --all every bank in one object. import
reads both.`,
		Example: `
			memory-cli export session > session.json
			memory-cli export --all > all.json`,
		Args:              cli.Arguments(0, 1, "one BANK, or --all"),
		ValidArgsFunction: a.completeBank,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := oneOrAll(cmd, args, o.all); err != nil {
			return err
		}
		out := bufio.NewWriterSize(a.Stdout, 1<<16)
		err := o.export(cmd, a, args, out)
		return errors.Join(out.Flush(), err)
	}
	a.AddFollowFlag(cmd)
	o.scope.add(cmd, "the project's bank, else the user's; all with --all")
	cmd.Flags().BoolVar(&o.all, "all", false, "export every bank")
	return cmd
}

func (o *exportOptions) export(cmd *cobra.Command, a *app, args []string, out io.Writer) error {
	if o.all {
		return a.banks().Transfer.ExportAll(cmd.Context(), o.scope.scope, out)
	}
	scope, err := banks.ParseScope(string(o.scope.scope), false)
	if err != nil {
		return err
	}
	return a.banks().Transfer.Export(cmd.Context(), banks.Ref{Bank: args[0], Scope: scope}, out)
}

// oneOrAll checks that a command was told one bank or all of them, and not
// both. The arguments are those that could name the one.
func oneOrAll(cmd *cobra.Command, names []string, all bool) error {
	switch {
	case all && len(names) > 0:
		return agmem.Errorf(agmem.Usage, "--all exports every bank, but %q was given", names[0]).WithHint("usage: %s", cmd.UseLine())
	case !all && len(names) == 0:
		return agmem.Errorf(agmem.Usage, "%s needs a BANK, or --all", cmd.CommandPath()).WithHint("usage: %s", cmd.UseLine())
	}
	return nil
}
