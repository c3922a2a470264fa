package cli_test

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

func TestOnlyTheCommandThatIsCalledIsMade(t *testing.T) {
	for _, test := range []struct {
		args []string
		made []string
	}{
		{[]string{"get", "x", "--flag"}, []string{"get"}},
		{[]string{"list", "get"}, []string{"list"}},
		{nil, []string{"get", "list"}},
		{[]string{"--json", "list"}, []string{"get", "list"}},
		{[]string{"help", "get"}, []string{"get", "list"}},
		{[]string{"gte"}, []string{"get", "list"}},
		{[]string{cobra.ShellCompRequestCmd, "get", ""}, []string{"get", "list"}},
	} {
		var made []string
		command := func(name string) cli.Command[string] {
			return cli.Command[string]{Name: name, Make: func(shared string) *cobra.Command {
				made = append(made, name)
				return &cobra.Command{Use: name + " " + shared, Run: func(*cobra.Command, []string) {}}
			}}
		}
		c := cli.NewConsole(cli.Environment{Args: test.args}, cli.Dialect{Program: "p"})
		root := &cobra.Command{Use: "p"}
		cli.AddCommands(c, root, "ID", []cli.Command[string]{command("get"), command("list")})
		if !slices.Equal(made, test.made) {
			t.Errorf("%q makes %q, want %q", test.args, made, test.made)
		}
	}
}
