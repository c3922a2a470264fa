package memorycli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

// howToGive is the hint if there is no value.
const howToGive = "give the value as an argument, or pipe it in: %s write BANK KEY VALUE"

type writeOptions struct {
	scope                  scopeFlag
	ttl                    ttlFlag
	stdin                  bool
	createOnly, updateOnly bool
}

func newWrite(a *app) *cobra.Command {
	var o writeOptions
	cmd := &cobra.Command{
		Use:   "write BANK KEY [VALUE | -]",
		Short: "Write an entry",
		Long: `Write a JSON value under a key. An existing value is replaced, and so is its ttl.

Without VALUE, with - or with --stdin the value is read from standard input. A
text needs JSON quotes: '"text"'.`,
		Example: `
			memory-cli write session context '{"topic": "testing"}'
			echo '{"data": "value"}' | memory-cli write session data --stdin
			memory-cli write cache token '{"jwt": "..."}' --ttl 3600`,
		Annotations:       cli.FreeText(),
		Args:              cli.TextArguments(2, "BANK, KEY and VALUE"),
		ValidArgsFunction: a.completeKey,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := exclude(cmd, "create-only", "update-only"); err != nil {
			return err
		}
		return o.run(cmd.Context(), a, args)
	}
	o.scope.add(cmd, "the project if there is one, else user")
	flags := cmd.Flags()
	flags.BoolVar(&o.stdin, "stdin", false, "read the value from standard input")
	flags.Var(&o.ttl, "ttl", "let the entry expire after this many `SECONDS`")
	flags.Lookup("ttl").DefValue = "" // without the flag it never expires
	flags.BoolVar(&o.createOnly, "create-only", false, "fail if the key exists")
	flags.BoolVar(&o.updateOnly, "update-only", false, "fail if the key does not exist")
	a.AddAllowSecretFlag(cmd)
	return cmd
}

func (o *writeOptions) run(ctx context.Context, a *app, args []string) error {
	value, err := o.value(ctx, a, args[2:])
	if err != nil {
		return err
	}
	if len(value) == 0 {
		none := banks.Errorf(banks.InvalidJSON, "the value is empty").WithHint(howToGive, a.Program)
		return banks.AboutKey(banks.About(none, args[0], o.scope.scope), args[1])
	}
	done, err := a.banks().Entries.Write(ctx, banks.Ref{Bank: args[0], Scope: o.scope.scope}, banks.WriteRequest{
		Key:        args[1],
		Value:      value,
		TTL:        int64(o.ttl),
		CreateOnly: o.createOnly,
		UpdateOnly: o.updateOnly,
	})
	if err != nil {
		return err
	}
	return a.print(done)
}

// value returns the text of the only argument, if there is one, or standard
// input. With an argument that is not touched: an agent's open pipe must not
// hang the command.
func (o *writeOptions) value(ctx context.Context, a *app, args []string) ([]byte, error) {
	argument := len(args) > 0 && !slices.Contains(args, cli.Stdin)
	switch {
	case argument && o.stdin:
		return nil, agmem.Errorf(agmem.Usage, "--stdin reads standard input, but the value is also given as an argument").
			WithHint("leave out one of them")
	case argument:
		return []byte(args[0]), nil
	case len(args) == 0 && !o.stdin && a.StdinTerminal:
		return nil, agmem.Errorf(agmem.Usage, "the value is missing").
			WithHint(howToGive, a.Program)
	}
	return a.readText(ctx, cli.Stdin, banks.ValueTooLarge)
}
