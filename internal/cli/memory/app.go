package memory

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/transfer"
	"github.com/agmem/agmem/internal/numbered"
	"github.com/agmem/agmem/internal/secrets"
)

// Name is what the program is called when it has its own name.
const Name = "memory"

// Short is what it is for, in one line of help.
const Short = "the memories of agmem by number, with typo tolerance and expiry"

// Services are what the commands need of the rest of the program.
type Services struct {
	// Memories returns the use cases over the database, empty for the usual one,
	// and what releases it. Notice is told what a person should know about it.
	Memories func(database string, notice func(string)) (numbered.Memories, func() error, error)
	// CheckDatabase reads a database that another implementation wrote.
	CheckDatabase transfer.CheckDatabase
	// Guard looks for secrets in what is imported.
	Guard *secrets.Guard
}

// app is what the commands of one process share.
type app struct {
	*cli.Console
	services Services
	database string
	quiet    bool
	close    func() error
}

// Run executes the command line of env and returns the exit code. Messages and
// help call the program what it was called as, such as "agmem memory".
func Run(ctx context.Context, env cli.Environment, program string, services Services) int {
	a := &app{
		Console:  cli.NewConsole(env, dialect(program)),
		services: services,
		close:    func() error { return nil },
	}
	err := cli.Execute(ctx, a.Console, a.root())
	return a.Finish(errors.Join(err, a.close()))
}

// memories returns the use cases; nothing is open yet.
func (a *app) memories() (numbered.Memories, error) {
	memories, release, err := a.services.Memories(a.database, func(sentence string) {
		if !a.quiet {
			a.Warn(agmem.Errorf(agmem.Unavailable, "%s", sentence))
		}
	})
	if err == nil {
		a.close = release
	}
	return memories, err
}

const (
	groupMemories = "memories"
	groupStore    = "store"
)

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   Name,
		Short: Short,
		Long: `memory keeps what coding agents and people learn, each under a number. It is the
same store as that of agmem: what one stores the other finds.

memory --agent-context prints a guide for an agent.`,
		Example: `
			memory store "Docker: prune -a reclaims space" --tags docker
			memory search "docker space"
			memory search "dokcer"
			memory list --tags docker`,
		Args: cli.Group,
	}
	root.AddGroup(&cobra.Group{ID: groupMemories, Title: "Memories"},
		&cobra.Group{ID: groupStore, Title: "The store"})
	version := root.Flags().Bool("version", false, "print the version")
	guide := root.Flags().Bool("agent-context", false, "print the guide for agents, in Markdown")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case *guide:
			return a.printGuide()
		case *version:
			return a.printVersion()
		}
		return cmd.Help()
	}
	a.addFlags(root)
	cli.AddCommands(a.Console, root, a, a.commands(root))
	cli.CallAs(root, a.Program)
	return root
}

func (a *app) addFlags(root *cobra.Command) {
	flags := root.PersistentFlags()
	a.AddFlags(flags)
	flags.Lookup("verbose").Usage = "show the parts of scores and the causes of errors"
	flags.BoolVar(&a.quiet, "quiet", false, "print no confirmations and no notes")
	flags.Var(cli.TextFlag{Value: &a.database}, "db", "use the database at `PATH` (default: $AGMEM_DB, else agmem/agmem.db in the data folder)")
}

// commands returns the commands, in the order of the help.
func (a *app) commands(root *cobra.Command) []cli.Command[*app] {
	completion := func(*app) *cobra.Command { return cli.CompletionCommand(a.Console, root) }
	return []cli.Command[*app]{
		cli.NewCommand(groupMemories, "store", newStore),
		cli.NewCommand(groupMemories, "search", newSearch),
		cli.NewCommand(groupMemories, "list", newList),
		cli.NewCommand(groupMemories, "delete", newDelete),
		cli.NewCommand(groupMemories, "extract", newExtract),
		cli.NewCommand(groupStore, "prune", newPrune),
		cli.NewCommand(groupStore, "stats", newStats),
		cli.NewCommand(groupStore, "export", newExport),
		cli.NewCommand(groupStore, "import", newImport),
		cli.NewCommand("", "version", newVersion),
		cli.NewCommand("", "completion", completion),
	}
}

// note tells a person something, unless nobody wants to know.
func (a *app) note(sentence, hint string) {
	if !a.quiet {
		a.Note(sentence, hint)
	}
}
