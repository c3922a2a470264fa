package memorycli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

type schemaOptions struct {
	scope scopeFlag
	file  string
	clear bool
}

func newSchema(a *app) *cobra.Command {
	var o schemaOptions
	cmd := &cobra.Command{
		Use:   "schema BANK",
		Short: "Show, set or clear the JSON Schema of a bank's values",
		Long: `Print the JSON Schema of a bank, or null if it has none. With --set the schema in
FILE (2020-12) is stored, if every entry conforms to it; from then on write,
update and import refuse values that do not.`,
		Example: `
			memory-cli schema tasks
			memory-cli schema tasks --set task.schema.json
			memory-cli schema tasks --clear`,
		Args:              cli.Arguments(1, 1, "one BANK"),
		ValidArgsFunction: a.completeBank,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := exclude(cmd, "set", "clear"); err != nil {
			return err
		}
		return o.run(cmd.Context(), a, banks.Ref{Bank: args[0], Scope: o.scope.scope})
	}
	o.scope.add(cmd, "the project's bank, else the user's; --set and --clear as write")
	cmd.Flags().Var(cli.TextFlag{Value: &o.file}, "set", "store the schema in `FILE`, - for standard input")
	cmd.Flags().BoolVar(&o.clear, "clear", false, "remove the schema")
	return cmd
}

func (o *schemaOptions) run(ctx context.Context, a *app, ref banks.Ref) error {
	switch {
	case o.clear:
		return o.change(ctx, a, ref, nil)
	case o.file != "":
		rules, err := a.readText(ctx, o.file, banks.BankTooLarge)
		if err != nil {
			return err
		}
		return o.change(ctx, a, ref, rules)
	}
	rules, err := a.banks().Care.Schema(ctx, ref)
	if err != nil {
		return err
	}
	return a.Print(stored(rules))
}

func (o *schemaOptions) change(ctx context.Context, a *app, ref banks.Ref, rules []byte) error {
	if err := a.banks().Care.SetSchema(ctx, ref, rules); err != nil {
		return err
	}
	operation := "set"
	if rules == nil {
		operation = "clear"
	}
	return a.print(struct {
		Success   bool   `json:"success"`
		Bank      string `json:"bank"`
		Operation string `json:"operation"`
	}{true, ref.Bank, operation})
}
