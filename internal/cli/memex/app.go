package memex

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
)

// Name is what the program is called when it has its own name.
const Name = "memex"

// Short is what it is for, in one line of help.
const Short = "Markdown notes with [[links]], in files that you can edit"

// Services are what the commands need of the rest of the program.
type Services struct {
	// Cards returns the use cases over the home of the cards, and what releases
	// them. Progress, unless nil, is called while many files are read. Follow
	// says whether links are read that lead out of their folder; nil for what is
	// configured.
	Cards func(progress func(done, total int), follow *bool) (*cards.Cards, func() error, error)
	// MatchLabel returns what the user wants before a matching line,
	// empty for what its language says.
	MatchLabel func() (string, error)
}

// app is what the commands of one process share.
type app struct {
	*cli.Console
	services Services
	bar      *bar
	opened   *cards.Cards
	close    func() error
}

// Run executes the command line of env and returns the exit code. Messages and
// help call the program what it was called as, such as "agmem memex".
func Run(ctx context.Context, env cli.Environment, program string, services Services) int {
	a := newApp(env, program)
	a.services = services
	err := cli.Execute(ctx, a.Console, a.root())
	a.bar.end()
	return a.Finish(errors.Join(err, a.close()))
}

func newApp(env cli.Environment, program string) *app {
	a := &app{Console: cli.NewConsole(env, dialect(program)), close: func() error { return nil }}
	a.bar = &bar{progress: a.NewProgress("indexing"), now: a.Now}
	return a
}

const (
	groupCards = "cards"
	groupGraph = "graph"
)

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   Name,
		Short: Short,
		Long: `memex keeps cards: Markdown notes, one insight each, with [[links]] to others.

The cards are the files in cards/ of $MEMEX_HOME, else of the nearest folder with
a .memexrc, else of ~/.memex. You can edit them with any editor: every command
reads the files as they are now. A SLUG is the name of a file without .md.`,
		Example: `
			memex search "token revocation"
			memex read jwt-migration-pitfalls
			memex write jwt-migration-pitfalls < card.md
			memex links jwt-migration-pitfalls`,
		Args: cli.Group,
	}
	root.AddGroup(&cobra.Group{ID: groupCards, Title: "Cards"},
		&cobra.Group{ID: groupGraph, Title: "All cards"})
	version := root.Flags().Bool("version", false, "print the version")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *version {
			return a.printVersion()
		}
		return cmd.Help()
	}
	a.AddFlags(root.PersistentFlags())
	cli.AddCommands(a.Console, root, a, a.commands(root))
	cli.CallAs(root, a.Program)
	return root
}

// commands returns the commands, in the order of the help.
func (a *app) commands(root *cobra.Command) []cli.Command[*app] {
	completion := func(*app) *cobra.Command { return cli.CompletionCommand(a.Console, root) }
	return []cli.Command[*app]{
		cli.NewCommand(groupCards, "search", newSearch),
		cli.NewCommand(groupCards, "read", newRead),
		cli.NewCommand(groupCards, "write", newWrite),
		cli.NewCommand(groupCards, "mark", newMark),
		cli.NewCommand(groupCards, "archive", newArchive),
		cli.NewCommand(groupCards, "rename", newRename),
		cli.NewCommand(groupGraph, "links", newLinks),
		cli.NewCommand(groupGraph, "backlinks", newBacklinks),
		cli.NewCommand(groupGraph, "organize", newOrganize),
		cli.NewCommand(groupGraph, "doctor", newDoctor),
		cli.NewCommand("", "version", newVersion),
		cli.NewCommand("", "completion", completion),
	}
}
