package cli

import (
	"io"
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

// completable returns the command line that a shell asks about, made harmless:
// the library that completes writes it into its errors, to a stream that is not
// of the console. Nothing that is offered begins with what is escaped.
func completable(args []string) []string {
	harmless := make([]string, len(args))
	for i, arg := range args {
		harmless[i] = Visible(arg)
	}
	return harmless
}

// offers gets a line for each completion, its description behind a tab. A name
// that is not harmless is left out: in another spelling it would be another
// name.
type offers struct{ to io.Writer }

func (o offers) Write(line []byte) (int, error) {
	name, _, _ := strings.Cut(string(line), "\t")
	if Visible(name) != name {
		return len(line), nil
	}
	if _, err := io.WriteString(o.to, Visible(string(line))); err != nil {
		return 0, err
	}
	return len(line), nil
}
