package cli

import (
	"bufio"
	"context"
	"fmt"
	"strings"
)

// CanAsk says whether there is a user to ask.
func (c *Console) CanAsk() bool { return c.StdinTerminal && c.StderrTerminal }

// Ask asks a question on the terminal and says whether the answer is yes. The
// end of the input is a no, with the error of reading.
func (c *Console) Ask(ctx context.Context, question string) (bool, error) {
	fmt.Fprintf(c.Stderr, "%s [y/N] ", Fold(question))
	answer, err := bufio.NewReader(c.Input(ctx)).ReadString('\n')
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return true, nil
	}
	return false, err
}
