package memorycli

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

type importOptions struct {
	scope          scopeFlag
	all            bool
	merge, replace bool
}

func newImport(a *app) *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import BANK [FILE | -] | --all [FILE | -]",
		Short: "Import a bank, or all banks",
		Long: `Import what export wrote, from FILE or from standard input. If any entry is
refused, nothing is written.

A bank that exists already is refused, except with --merge, which keeps the newer
entry of each key, or --replace, which replaces the whole bank.`,
		Example: `
			memory-cli import session < session.json
			memory-cli import session session.json --merge
			memory-cli import --all all.json --replace`,
		ValidArgsFunction: a.completeBankFile,
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if o.all {
			return cli.Arguments(0, 1, "--all and perhaps FILE")(cmd, args)
		}
		return cli.Arguments(1, 2, "BANK and perhaps FILE, or --all")(cmd, args)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := exclude(cmd, "merge", "replace"); err != nil {
			return err
		}
		return o.run(cmd.Context(), a, args)
	}
	o.scope.add(cmd, "the project if there is one, else user; with --all the scope each bank came from")
	flags := cmd.Flags()
	flags.BoolVar(&o.all, "all", false, "import every bank of an export --all")
	flags.BoolVar(&o.merge, "merge", false, "merge with banks that exist")
	flags.BoolVar(&o.replace, "replace", false, "replace banks that exist")
	a.AddAllowSecretFlag(cmd)
	return cmd
}

func (o *importOptions) mode() banks.ImportMode {
	switch {
	case o.merge:
		return banks.ImportMerge
	case o.replace:
		return banks.ImportReplace
	default:
		return banks.ImportNew
	}
}

func (o *importOptions) run(ctx context.Context, a *app, args []string) (err error) {
	var bank string
	if !o.all {
		bank, args = args[0], args[1:]
	}
	in, err := o.open(ctx, a, args)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	if o.all {
		return o.importAll(ctx, a, in)
	}
	done, err := a.banks().Transfer.Import(ctx, banks.Ref{Bank: bank, Scope: o.scope.scope}, in, o.mode())
	if err != nil {
		return interrupted(ctx, err)
	}
	return a.print(done)
}

func (o *importOptions) open(ctx context.Context, a *app, files []string) (io.ReadCloser, error) {
	if len(files) > 0 {
		return a.open(ctx, files[0])
	}
	if a.StdinTerminal {
		return nil, agmem.Errorf(agmem.Usage, "there is nothing to import").
			WithHint("name a FILE, or pipe an export in")
	}
	return a.open(ctx, cli.Stdin)
}

func (o *importOptions) importAll(ctx context.Context, a *app, in io.Reader) error {
	list, failed := a.banks().Transfer.ImportAll(ctx, o.scope.scope, in, o.mode())
	if failed != nil && len(list) == 0 {
		return interrupted(ctx, failed)
	}
	err := a.print(struct {
		Banks []banks.Imported `json:"banks"`
	}{append([]banks.Imported{}, list...)})
	return errors.Join(err, interrupted(ctx, failed))
}

// interrupted returns the error of a command that reads its input: that of the
// context where it was this that ended the reading.
func interrupted(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
