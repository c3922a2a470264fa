package memorycli

import (
	"context"
	"io"
	"sync"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/cli"
)

// Name is what the program is called when it has its own name.
const Name = "memory-cli"

// Short is what it is for, in one line of help.
const Short = "JSON values under keys, with jq, in files called banks"

// Services are what the commands need of the rest of the program.
type Services struct {
	// Banks returns the use cases. Follow says whether links are read that lead
	// out of their folder; nil for what is configured.
	Banks func(follow *bool) *banks.Banks
	// MCP serves the banks over the Model Context Protocol until in ends.
	MCP func(ctx context.Context, in io.Reader, out io.Writer, room *banks.Banks) error
}

// app is what the commands of one process share.
type app struct {
	*cli.Console
	banks func() *banks.Banks // looks for the folders when a command asks for it
	mcp   func(ctx context.Context, in io.Reader, out io.Writer, room *banks.Banks) error
}

// Run executes the command line of env and returns the exit code. Messages and
// help call the program what it was called as, such as "agmem memory-cli".
func Run(ctx context.Context, env cli.Environment, program string, services Services) int {
	a := &app{
		Console: cli.NewConsole(env, dialect(program)),
		mcp:     services.MCP,
	}
	a.banks = sync.OnceValue(func() *banks.Banks { return services.Banks(a.Follow) })
	return a.Finish(cli.Execute(ctx, a.Console, a.root()))
}

const (
	groupEntries = "entries"
	groupFind    = "find"
	groupBanks   = "banks"
)

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   Name,
		Short: Short,
		Long: `memory-cli keeps JSON values under keys in banks. A bank is one JSON file.

There are two scopes. The banks of a project are in .slop-mcp/memory of the
nearest parent folder that has a .slop-mcp, those of the user in
~/.config/slop-mcp/memory. Without --scope a read looks in the project first,
then in the user's banks; a write goes to the project if there is one; and a
deletion goes to the scope that has the entry.

Results and errors are JSON.`,
		Example: `
			memory-cli write session context '{"topic": "refactoring"}'
			memory-cli read session context
			memory-cli update session context '.files += ["main.go"]'
			memory-cli query session context '.topic' --raw`,
		Args: cli.Group,
	}
	root.AddGroup(&cobra.Group{ID: groupEntries, Title: "Entries"},
		&cobra.Group{ID: groupFind, Title: "Finding"},
		&cobra.Group{ID: groupBanks, Title: "Banks"})
	version := root.Flags().Bool("version", false, "print the version")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *version {
			return a.print(cli.ReadBuild())
		}
		return cmd.Help()
	}
	cli.AddCommands(a.Console, root, a, a.commands(root))
	a.addFormatFlags(root)
	cli.CallAs(root, a.Program)
	return root
}

// addFormatFlags gives --format to the commands that have JSON alone: a caller
// that asks for JSON need not know which commands have another format. The
// script of completion is never JSON.
func (a *app) addFormatFlags(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		if cmd.Name() != "completion" && cmd.Name() != "help" && cmd.Flags().Lookup("format") == nil {
			a.AddFormatFlag(cmd, asJSON)
		}
	}
}

// commands returns the commands, in the order of the help.
func (a *app) commands(root *cobra.Command) []cli.Command[*app] {
	completion := func(*app) *cobra.Command { return cli.CompletionCommand(a.Console, root) }
	return []cli.Command[*app]{
		cli.NewCommand(groupEntries, "read", newRead),
		cli.NewCommand(groupEntries, "write", newWrite),
		cli.NewCommand(groupEntries, "update", newUpdate),
		cli.NewCommand(groupEntries, "delete", newDelete),
		cli.NewCommand(groupFind, "list", newList),
		cli.NewCommand(groupFind, "query", newQuery),
		cli.NewCommand(groupFind, "search", newSearch),
		cli.NewCommand(groupBanks, "export", newExport),
		cli.NewCommand(groupBanks, "import", newImport),
		cli.NewCommand(groupBanks, "schema", newSchema),
		cli.NewCommand(groupBanks, "gc", newGC),
		cli.NewCommand(groupBanks, "repair", newRepair),
		cli.NewCommand("", "mcp", newMCP),
		cli.NewCommand("", "version", newVersion),
		cli.NewCommand("", "completion", completion),
	}
}
