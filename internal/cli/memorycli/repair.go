package memorycli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

type repairOptions struct {
	scope     scopeFlag
	checkOnly bool
}

func newRepair(a *app) *cobra.Command {
	o := repairOptions{scope: scopeFlag{all: true}}
	cmd := &cobra.Command{
		Use:   "repair [BANK]",
		Short: "Check banks, and repair damaged ones",
		Long: `Check every bank, or one: its JSON, its structure, its name and the limits. In a
damaged bank every entry that can be read is kept, and the damaged file is saved
beside it. The exit status is 1 if something is still wrong.`,
		Example: `
			memory-cli repair --check-only
			memory-cli repair session`,
		Args:              cli.Arguments(0, 1, "one BANK"),
		ValidArgsFunction: a.completeBank,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		req := banks.RepairRequest{Scope: o.scope.scope, CheckOnly: o.checkOnly}
		if len(args) > 0 {
			req.Bank = args[0]
		}
		return a.repair(cmd.Context(), req)
	}
	a.AddFollowFlag(cmd)
	o.scope.add(cmd, "all")
	cmd.Flags().BoolVar(&o.checkOnly, "check-only", false, "change nothing")
	return cmd
}

func (a *app) repair(ctx context.Context, req banks.RepairRequest) error {
	list, failed := a.banks().Care.Repair(ctx, req)
	if list == nil {
		return failed
	}
	err := a.print(struct {
		Banks []banks.RepairReport `json:"banks"`
	}{list})
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	return stillWrong(a.Program, list)
}

// stillWrong is the error of a check that found something, or of a repair that
// could not repair all of it.
func stillWrong(program string, list []banks.RepairReport) error {
	damaged, refused := 0, 0
	for _, b := range list {
		switch b.Status {
		case banks.RepairDamaged:
			damaged++
		case banks.RepairRefused:
			refused++
		}
	}
	switch {
	case damaged+refused == 0:
		return nil
	case damaged > 0:
		return banks.Errorf(banks.BankCorrupt, "%d of %d banks have problems", damaged+refused, len(list)).
			WithHint("%s repair saves what can be read, and keeps the damaged files", program)
	}
	return banks.Errorf(banks.BankCorrupt, "%d of %d banks have problems", refused, len(list)).
		WithHint("these problems have to be fixed by hand")
}
