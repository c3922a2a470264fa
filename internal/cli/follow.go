package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
)

// AddFollowFlag defines --follow for a command that reads files of a folder.
// What it says is in Console.Follow.
func (c *Console) AddFollowFlag(cmd *cobra.Command) {
	cmd.Flags().BoolFunc("follow", "read also what links lead to out of the folder", func(text string) error {
		follow, err := strconv.ParseBool(text)
		if err != nil {
			return agmem.Errorf(agmem.Usage, "%.40q is neither true nor false", text)
		}
		c.Follow = &follow
		return nil
	})
}

// FollowHint is the next step after [agmem.ActionFollowLinks] for a program
// with --follow.
const FollowHint = "commands that read take --follow, which reads through such links; use it if you trust who made them"
