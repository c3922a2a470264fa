package cli

import (
	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
)

// longestTopic is how many columns of an unknown topic an error repeats.
const longestTopic = 40

// HelpCommand returns the command help of a program, which unlike cobra's own
// refuses what it does not know.
func HelpCommand(c *Console, root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND...]",
		Short:   "Show the help of a command",
		Long:    `Show the help of a command, as COMMAND --help does.`,
		Example: c.Program + ` help ` + firstCommand(root),
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err == nil && len(rest) == 0 {
				return cmd.Help()
			}
			if err == nil && cmd.HasSubCommands() {
				return Group(cmd, rest)
			}
			return agmem.Errorf(agmem.Usage, "there is no help for %q", Cut(Fold(args[len(args)-1]), longestTopic)).
				WithHint("%s help", c.Program)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			cmd, _, err := root.Find(args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, c := range cmd.Commands() {
				if c.IsAvailableCommand() {
					names = append(names, c.Name()+"\t"+c.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

func firstCommand(root *cobra.Command) string { return root.Commands()[0].Name() }
