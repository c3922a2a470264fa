package agmem

import (
	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

func newCompletion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a completion script for a shell",
		Long: `Print a script that completes commands, flags, ids and tags in a shell.

  bash        source <(agmem completion bash)
  zsh         agmem completion zsh > "${fpath[1]}/_agmem"
  fish        agmem completion fish > ~/.config/fish/completions/agmem.fish
  powershell  agmem completion powershell | Out-String | Invoke-Expression`,
		Args:      cli.Arguments(1, 1, "one shell: bash, zsh, fish or powershell"),
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.RefuseFormat("a completion script"); err != nil {
				return err
			}
			return writeCompletion(a, cmd.Root(), args[0])
		},
	}
}

func writeCompletion(a *app, root *cobra.Command, shell string) error {
	switch shell {
	case "bash":
		return root.GenBashCompletionV2(a.Stdout, true)
	case "zsh":
		return root.GenZshCompletion(a.Stdout)
	case "fish":
		return root.GenFishCompletion(a.Stdout, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(a.Stdout)
	}
	return agmem.Errorf(agmem.Usage, "there is no completion for %q", shell).
		WithHint("shells: bash, zsh, fish, powershell")
}
