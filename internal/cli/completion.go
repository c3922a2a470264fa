package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
)

// CompletionCommand returns the command completion of a program. The scripts
// complete what is typed after the name of root.
func CompletionCommand(c *Console, root *cobra.Command) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion " + strings.Join(shells, "|"),
		Short: "Print a completion script for a shell",
		Long: strings.NewReplacer("PROGRAM", c.Program, "NAME", root.Name()).Replace(
			`Print a script that completes what is typed after NAME in a shell.

  bash        source <(PROGRAM completion bash)
  zsh         PROGRAM completion zsh > "${fpath[1]}/_NAME"
  fish        PROGRAM completion fish > ~/.config/fish/completions/NAME.fish
  powershell  PROGRAM completion powershell | Out-String | Invoke-Expression`),
		Args:      Arguments(1, 1, "one shell: bash, zsh, fish or powershell"),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.RefuseFormat("a completion script"); err != nil {
				return err
			}
			return c.writeCompletion(cmd.Root(), args[0])
		},
	}
}

func (c *Console) writeCompletion(root *cobra.Command, shell string) error {
	switch shell {
	case "bash":
		return root.GenBashCompletionV2(c.Stdout, true)
	case "zsh":
		return root.GenZshCompletion(c.Stdout)
	case "fish":
		return root.GenFishCompletion(c.Stdout, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(c.Stdout)
	}
	return agmem.Errorf(agmem.Usage, "there is no completion for %q", shell).
		WithHint("shells: bash, zsh, fish, powershell")
}
