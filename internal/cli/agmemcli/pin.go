package agmemcli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/toon"
)

func newPin(a *app) *cobra.Command {
	return pinCommand(a, &cobra.Command{
		Use:   "pin ADDRESS...",
		Short: "Put memories into every context",
		Long: `Pin memories, values of banks, cards or entries of the ledger: agmem context has
them before anything else. All of them are pinned or none. undo takes it back.
A pin goes with what is deleted. list --pinned shows what is pinned.`,
		Example: `
			agmem pin a3f2
			agmem pin cards:projects/agmem banks:project/notes/lock`,
	}, "pinned", library.Pins.Pin)
}

func newUnpin(a *app) *cobra.Command {
	return pinCommand(a, &cobra.Command{
		Use:     "unpin ADDRESS...",
		Short:   "Take pins away",
		Long:    `Take the pins of memories or of what other sources hold away, all or none.`,
		Example: `agmem unpin a3f2`,
	}, "unpinned", library.Pins.Unpin)
}

// pinCommand completes a command that changes pins and says what it did.
func pinCommand(a *app, cmd *cobra.Command, done string,
	change func(library.Pins, context.Context, []string, agmem.Origin) ([]string, error)) *cobra.Command {
	var o originFlags
	cmd.Args = cli.Arguments(1, -1, "an ADDRESS")
	cmd.ValidArgsFunction = a.completeIDs
	o.add(cmd.Flags())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		origin, err := o.origin(a)
		if err != nil {
			return err
		}
		lib, err := a.library()
		if err != nil {
			return err
		}
		addresses, err := change(lib.Pins, cmd.Context(), args, origin)
		if err != nil {
			return err
		}
		return a.Print(pins{done, addresses})
	}
	return cmd
}

// pins is the result of pin and unpin.
type pins struct {
	done      string // pinned or unpinned
	addresses []string
}

func (v pins) JSON() any { return map[string][]string{v.done: listOf(v.addresses)} }

func (v pins) TOON() any { return toon.Object{{Key: v.done, Value: v.addresses}} }

func (v pins) Human(p *cli.Page) {
	p.Linef("%s %s", strings.ToUpper(v.done[:1])+v.done[1:], strings.Join(v.addresses, ", "))
}
