package memorycli

import (
	"bufio"
	"context"
	"errors"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

// maxTimeout is the longest time that --timeout takes, and what holds without it.
const maxTimeout = 10 * time.Second

type queryOptions struct {
	scope   scopeFlag
	raw     bool
	timeout string
}

func newQuery(a *app) *cobra.Command {
	var o queryOptions
	cmd := &cobra.Command{
		Use:   "query BANK [KEY] FILTER",
		Short: "Get parts of a value with a jq filter",
		Long: `Apply a jq filter to a value and print each result on its own line. Without KEY
the filter gets the whole file of the bank, with .entries and ._meta. It cannot
read other files or the environment.`,
		Example: `
			memory-cli query session context '.topic' --raw
			memory-cli query session '.entries | keys'
			memory-cli query tasks items '.items[] | select(.done == false)'`,
		Annotations:       cli.FreeText(),
		Args:              cli.Arguments(2, 3, "BANK and FILTER, with KEY between them for one value"),
		ValidArgsFunction: a.completeKey,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args) }
	a.AddFollowFlag(cmd)
	o.scope.add(cmd, "the project's bank, else the user's")
	cmd.Flags().BoolVarP(&o.raw, "raw", "r", false, "print strings without their quotes, as jq -r does")
	cmd.Flags().Var(cli.TextFlag{Value: &o.timeout}, "timeout", "stop after this `TIME`, such as 500ms (at most 10s, the default)")
	return cmd
}

func (o *queryOptions) run(ctx context.Context, a *app, args []string) error {
	timeout, err := o.parseTimeout()
	if err != nil {
		return err
	}
	req := banks.QueryRequest{WholeBank: len(args) == 2, Filter: args[len(args)-1], Timeout: timeout, Debug: a.Stderr}
	if !req.WholeBank {
		req.Key = args[1]
	}
	out := bufio.NewWriterSize(a.Stdout, 1<<16)
	err = a.banks().Finder.Query(ctx, banks.Ref{Bank: args[0], Scope: o.scope.scope}, req, func(r banks.Result) error {
		line := r.JSON
		if o.raw {
			line = r.Raw()
		}
		_, _ = out.Write(line) // a writer that failed once goes on failing
		return out.WriteByte('\n')
	})
	// The results before an error are results.
	return errors.Join(out.Flush(), withoutFilter(a.Program, args, err))
}

// withoutFilter adds to the error of a filter that is one plain word, behind a
// bank, how a key is asked for: the word was most likely one.
func withoutFilter(program string, args []string, err error) error {
	if len(args) != 2 || !banks.HasCode(err, banks.FilterError) || strings.ContainsFunc(args[1], func(r rune) bool {
		return r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		return err
	}
	return banks.AsError(err).WithHint("%s is read as a filter; for the value of that key: %s query %s %s .",
		args[1], program, args[0], args[1])
}

func (o *queryOptions) parseTimeout() (time.Duration, error) {
	if o.timeout == "" {
		return maxTimeout, nil
	}
	d, err := time.ParseDuration(o.timeout)
	if err != nil || d <= 0 || d > maxTimeout {
		return 0, agmem.Errorf(agmem.Usage, "%q is not a timeout", o.timeout).
			WithHint("--timeout takes a time such as 500ms or 2s, and at most %v", maxTimeout)
	}
	return d, nil
}
