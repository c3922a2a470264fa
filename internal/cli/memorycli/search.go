package memorycli

import (
	"bufio"
	"context"
	"errors"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/rawjson"
)

type searchOptions struct {
	scope  scopeFlag
	values bool
}

func newSearch(a *app) *cobra.Command {
	o := searchOptions{scope: scopeFlag{all: true}}
	cmd := &cobra.Command{
		Use:   "search PATTERN",
		Short: "Find entries whose keys match a regular expression",
		Long: `Find the entries of all banks whose key matches a regular expression (RE2), with
--value also those whose value matches, as JSON text. A bank that cannot be read
is reported and does not hide the others.`,
		Example: `
			memory-cli search context
			memory-cli search --value 'refactor.*main'`,
		Annotations: cli.FreeText(),
		Args:        cli.Arguments(1, 1, "one PATTERN"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		req := banks.SearchRequest{Pattern: args[0], Values: o.values, Scope: o.scope.scope}
		if a.Format().Name == asTable {
			return a.searchTable(cmd.Context(), req)
		}
		return a.searchJSON(cmd.Context(), req)
	}
	a.AddFollowFlag(cmd)
	o.scope.add(cmd, "all")
	a.AddFormatFlag(cmd, asJSON, asTable)
	cmd.Flags().BoolVar(&o.values, "value", false, "search the values too, and print them")
	return cmd
}

// searchJSON writes each match when it is found: with their values they may
// be many times what a process should hold.
func (a *app) searchJSON(ctx context.Context, req banks.SearchRequest) error {
	out := bufio.NewWriterSize(a.Stdout, 1<<16)
	separator := "{\n  \"matches\": [\n    "
	total, failed := a.banks().Finder.Search(ctx, req, func(m banks.Match) error {
		text, err := cli.EncodeJSON(m)
		if err != nil {
			return err
		}
		_, _ = out.WriteString(separator) // a writer that failed once goes on failing
		separator = ",\n    "
		_, err = out.Write(cli.EscapeControls(rawjson.AppendIndented(nil, text, 2)))
		return err
	})
	if refused(failed) {
		return failed
	}
	end := "\n  ],"
	if total == 0 {
		end = "{\n  \"matches\": [],"
	}
	_, _ = out.WriteString(end + "\n  \"total\": " + strconv.Itoa(total) + "\n}\n")
	return errors.Join(out.Flush(), failed)
}

func (a *app) searchTable(ctx context.Context, req banks.SearchRequest) error {
	rows := [][]string{{"BANK", "KEY", "SCOPE"}}
	_, failed := a.banks().Finder.Search(ctx, req, func(m banks.Match) error {
		rows = append(rows, []string{m.Bank, cli.Fold(m.Key), string(m.Scope)})
		return nil
	})
	if refused(failed) {
		return failed
	}
	err := a.Print(listing{least: leastBank, rows: func() [][]string { return rows }})
	return errors.Join(err, failed)
}

// refused says that a question was not answered at all, rather than in part.
func refused(err error) bool {
	kind := agmem.KindOf(err)
	return err != nil && (kind == agmem.Invalid || kind == agmem.Usage)
}
