package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
)

// FollowHint is the next step after [agmem.ActionFollowLinks] for a program
// with --follow.
const FollowHint = "commands that read take --follow, which reads through such links; use it if you trust who made them"

// AddFollowFlag defines --follow for a command that reads files of a folder.
// What it says is in Console.Follow.
func (c *Console) AddFollowFlag(cmd *cobra.Command) {
	flag := cmd.Flags().VarPF(followFlag{c}, "follow", "", "read also what links lead to out of the folder")
	flag.NoOptDefVal = "true"
}

// followFlag is the value of --follow, which need not be given.
type followFlag struct{ console *Console }

func (f followFlag) String() string {
	return strconv.FormatBool(f.console != nil && f.console.Follow != nil && *f.console.Follow)
}

func (f followFlag) Type() string { return "bool" }

func (f followFlag) Set(text string) error {
	follow, err := strconv.ParseBool(text)
	if err != nil {
		return agmem.Errorf(agmem.Usage, "--follow takes true or false, not %.40q", text)
	}
	f.console.Follow = &follow
	return nil
}
