package memex

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
)

// defaultBound is how long the lists are that nobody asked the whole of: a
// vault has thousands of cards, and an agent reads all that is printed.
const defaultBound = 20

// bounds are the flags of a command whose lists may be long.
type bounds struct {
	limit int
	all   bool
}

func (b *bounds) add(cmd *cobra.Command, what string) {
	cmd.Flags().IntVar(&b.limit, "limit", defaultBound, "show at most `N` "+what)
	cmd.Flags().BoolVar(&b.all, "all", false, "show all "+what)
}

// most returns how long a list may be.
func (b *bounds) most(cmd *cobra.Command) (int, error) {
	limited := cmd.Flags().Changed("limit")
	switch {
	case b.all && limited:
		return 0, agmem.Errorf(agmem.Usage, "--all and --limit contradict each other").WithHint("leave out one of them")
	case b.all:
		return cards.Unbounded, nil
	}
	return b.limit, checkLimit(b.limit)
}

func checkLimit(n int) error {
	if n < 1 || n > maxLimit {
		return agmem.Errorf(agmem.Usage, "the limit is %d, it must be from 1 to %d", n, maxLimit)
	}
	return nil
}

// andMore says how many follow a list, nothing where none does.
func andMore(before string, n int, after string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%sand %d more%s", before, n, after)
}
