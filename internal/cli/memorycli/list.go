package memorycli

import (
	"context"
	"errors"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

// leastBank is the width that a column of names has even for shorter ones, so
// that listings of banks look alike.
const leastBank = 8

type listOptions struct {
	scope   scopeFlag
	verbose bool
}

func newList(a *app) *cobra.Command {
	o := listOptions{scope: scopeFlag{all: true}}
	cmd := &cobra.Command{
		Use:   "list [BANK]",
		Short: "List the banks, or the keys of one",
		Long: `List the banks by name, or the keys of one bank. Expired entries are not counted
and not listed; --verbose lists them, marked. A bank that cannot be read is
reported and does not hide the others.`,
		Example: `
			memory-cli list --format table
			memory-cli list session --verbose`,
		Args:              cli.Arguments(0, 1, "one BANK"),
		ValidArgsFunction: a.completeBank,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return o.listBanks(cmd.Context(), a)
		}
		return o.listKeys(cmd.Context(), a, args[0])
	}
	a.AddFollowFlag(cmd)
	o.scope.add(cmd, "all")
	a.AddFormatFlag(cmd, asJSON, asTable)
	cmd.Flags().BoolVarP(&o.verbose, "verbose", "v", false, "show times, sizes and expired entries too")
	return cmd
}

func (o *listOptions) listBanks(ctx context.Context, a *app) error {
	list, failed := a.banks().Finder.List(ctx, o.scope.scope, o.verbose)
	if list == nil {
		return failed
	}
	value := struct {
		Banks []banks.Info `json:"banks"`
	}{list}
	err := a.Print(listing{value, leastBank, func() [][]string { return o.tableOfBanks(a, list) }})
	return errors.Join(err, failed)
}

func (o *listOptions) tableOfBanks(a *app, list []banks.Info) [][]string {
	titles := []string{"BANK", "KEYS", "UPDATED", "SCOPE"}
	if o.verbose {
		titles = append(titles, "CREATED", "SIZE", "EXPIRED", "PATH")
	}
	rows := [][]string{titles}
	for _, b := range list {
		row := []string{b.Name, strconv.Itoa(b.KeyCount), a.local(b.UpdatedAt), string(b.Scope)}
		if o.verbose {
			row = append(row, a.local(b.CreatedAt), strconv.FormatInt(b.SizeBytes, 10),
				strconv.Itoa(b.ExpiredCount), cli.Fold(b.Path))
		}
		rows = append(rows, row)
	}
	return rows
}

func (o *listOptions) listKeys(ctx context.Context, a *app, bank string) error {
	list, err := a.banks().Finder.Keys(ctx, banks.Ref{Bank: bank, Scope: o.scope.scope}, o.verbose)
	if err != nil {
		return err
	}
	value := struct {
		Bank string          `json:"bank"`
		Keys []banks.KeyInfo `json:"keys"`
	}{bank, list}
	return a.Print(listing{value, 0, func() [][]string { return o.tableOfKeys(a, list) }})
}

func (o *listOptions) tableOfKeys(a *app, list []banks.KeyInfo) [][]string {
	titles := []string{"KEY", "UPDATED", "SCOPE"}
	if o.verbose {
		titles = append(titles, "CREATED", "SIZE", "TTL", "EXPIRES", "STATE")
	}
	rows := [][]string{titles}
	for _, k := range list {
		row := []string{cli.Fold(k.Key), a.local(k.UpdatedAt), string(k.Scope)}
		if o.verbose {
			row = append(row, a.local(k.CreatedAt), strconv.Itoa(k.SizeBytes), ttl(k), a.local(k.ExpiresAt), state(k))
		}
		rows = append(rows, row)
	}
	return rows
}

func ttl(k banks.KeyInfo) string {
	if k.TTL == 0 {
		return "-"
	}
	return strconv.FormatInt(k.TTL, 10)
}

func state(k banks.KeyInfo) string {
	if k.Expired {
		return "expired"
	}
	return "live"
}
