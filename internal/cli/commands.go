package cli

import (
	"slices"

	"github.com/spf13/cobra"
)

// Command is a command of a program that is made when it is called for. A is
// what the commands of the program share.
type Command[A any] struct {
	Group string // the id of a group of the root command; empty for none
	Name  string // as the command line has it
	Make  func(A) *cobra.Command
}

// NewCommand returns the command of a name.
func NewCommand[A any](group, name string, make func(A) *cobra.Command) Command[A] {
	return Command[A]{Group: group, Name: name, Make: make}
}

// AddCommands gives root its commands and the command help. Where the first
// argument names a command, that one alone is made: nothing else can run then,
// and the others with their flags and texts would cost every start.
func AddCommands[A any](c *Console, root *cobra.Command, shared A, commands []Command[A]) {
	if len(c.Args) > 0 {
		called := func(m Command[A]) bool { return m.Name == c.Args[0] }
		if i := slices.IndexFunc(commands, called); i >= 0 {
			commands = commands[i : i+1]
		}
	}
	for _, m := range commands {
		cmd := m.Make(shared)
		cmd.GroupID = m.Group
		root.AddCommand(cmd)
	}
	root.SetHelpCommand(HelpCommand(c, root))
}
