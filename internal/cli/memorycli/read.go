package memorycli

import (
	"bufio"
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

type readOptions struct {
	scope    scopeFlag
	fallback string
}

func newRead(a *app) *cobra.Command {
	var o readOptions
	cmd := &cobra.Command{
		Use:   "read BANK [KEY]",
		Short: "Read an entry, or a whole bank",
		Long: `Read an entry, or all entries of a bank that have not expired.

--format value prints the value alone, a string without its quotes.`,
		Example: `
			memory-cli read session
			memory-cli read session context
			memory-cli read session missing --default '{"empty": true}'`,
		Annotations:       cli.FreeText(),
		Args:              cli.Arguments(1, 2, "BANK and perhaps KEY"),
		ValidArgsFunction: a.completeKey,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			return o.readBank(cmd, a, args[0])
		}
		return o.readKey(cmd, a, args[0], args[1])
	}
	a.AddFollowFlag(cmd)
	o.scope.add(cmd, "the project's bank, else the user's")
	a.AddFormatFlag(cmd, asJSON, asValue)
	cmd.Flags().StringVar(&o.fallback, "default", "", "the `JSON` value to print if the bank or the key is missing or expired")
	return cmd
}

func (o *readOptions) readBank(cmd *cobra.Command, a *app, bank string) error {
	err := needless(cmd, "default", "without a KEY")
	if a.Format().Name == asValue {
		err = errors.Join(err, needless(cmd, "format", "without a KEY"))
	}
	if err != nil {
		return err
	}
	contents, err := a.banks().Entries.ReadAll(cmd.Context(), banks.Ref{Bank: bank, Scope: o.scope.scope})
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(a.Stdout, 1<<16)
	if err := contents.WriteJSON(out, true); err != nil {
		return err
	}
	_ = out.WriteByte('\n') // Flush returns its error
	return out.Flush()
}

func (o *readOptions) readKey(cmd *cobra.Command, a *app, bank, key string) error {
	object, value, err := o.entry(cmd.Context(), a, banks.Ref{Bank: bank, Scope: o.scope.scope}, key,
		cmd.Flags().Changed("default"))
	if err != nil {
		return err
	}
	return a.Print(entry{stored(object), value})
}

// entry is the result of read with a key.
type entry struct {
	result // the whole of it
	value  []byte
}

func (e entry) Value() []byte { return e.value }

// entry returns the JSON text of an entry and of its value.
func (o *readOptions) entry(ctx context.Context, a *app, ref banks.Ref, key string, withDefault bool) (object, value []byte, err error) {
	if withDefault {
		e, err := a.banks().Entries.ReadOr(ctx, ref, key, []byte(o.fallback))
		if err != nil {
			return nil, nil, err
		}
		object, err = cli.EncodeJSON(e)
		return object, e.Value, err
	}
	e, err := a.banks().Entries.Read(ctx, ref, key)
	if err != nil {
		return nil, nil, err
	}
	object, err = e.MarshalJSON()
	return object, e.Value, err
}
