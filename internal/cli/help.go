package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// help returns the help of a command: what it does, how it is called, examples,
// flags, and what the exit codes of the program mean.
func (c *Console) help(cmd *cobra.Command) string {
	cmd.InitDefaultHelpFlag() // cobra adds it only to the command that it executes
	var b strings.Builder
	text := cmd.Long
	if text == "" {
		text = cmd.Short
	}
	fmt.Fprintf(&b, "%s\n\nUsage:\n", strings.TrimSpace(text))
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND [flags]\n", cmd.CommandPath())
		writeCommands(&b, cmd)
		fmt.Fprintf(&b, "\n%s COMMAND --help shows the flags of a command.\n", cmd.CommandPath())
	} else {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", indent(cmd.Example))
	}
	writeFlags(&b, "Flags", cmd.LocalNonPersistentFlags())
	if cmd.HasParent() {
		writeFlags(&b, "Flags of every command", cmd.InheritedFlags())
	} else {
		writeFlags(&b, "Flags of every command", cmd.PersistentFlags())
	}
	fmt.Fprintf(&b, "\nExit status:\n  %s\n", c.ExitStatus)
	return b.String()
}

// writeCommands lists the commands by group.
func writeCommands(b *strings.Builder, cmd *cobra.Command) {
	width := 0
	for _, c := range cmd.Commands() {
		width = max(width, len(c.Name()))
	}
	list := func(title, group string) {
		header := fmt.Sprintf("\n%s:\n", title)
		for _, c := range cmd.Commands() {
			if c.GroupID == group && c.IsAvailableCommand() {
				fmt.Fprintf(b, "%s  %-*s  %s\n", header, width, c.Name(), c.Short)
				header = ""
			}
		}
	}
	for _, g := range cmd.Groups() {
		list(g.Title, g.ID)
	}
	title := "Commands"
	if len(cmd.Groups()) > 0 {
		title = "Other commands"
	}
	list(title, "")
}

func writeFlags(b *strings.Builder, title string, flags *pflag.FlagSet) {
	if flags.HasAvailableFlags() {
		fmt.Fprintf(b, "\n%s:\n%s", title, flags.FlagUsages())
	}
}

func indent(text string) string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = "  " + strings.TrimSpace(line)
	}
	return strings.Join(lines, "\n")
}
