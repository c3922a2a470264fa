package agmemcli

import (
	"cmp"
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/transfer"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/hook"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/secrets"
)

// Services are what the commands need of the rest of the program. Each is a
// function, so that nothing is opened or read before a command asks.
type Services struct {
	// Library returns the use cases over the configured sources.
	Library func(Place) (*library.Library, error)
	// ConfigFile returns the path of the configuration.
	ConfigFile func() (string, error)
	// Origin returns where and by whom something is being written; author and
	// session win over everything found.
	Origin func(author, session string) (agmem.Origin, error)
	// OriginIn is Origin for what was written in another folder than this one.
	OriginIn func(folder, author, session string) (agmem.Origin, error)
	// Cards returns the room of cards and what closes it.
	Cards func() (CardRoom, func() error, error)
	// CheckDatabase reads a database that another implementation wrote.
	CheckDatabase transfer.CheckDatabase
	// Guard looks for secrets in what is imported.
	Guard *secrets.Guard
	// MCP serves the tools of memories until the input ends, or ctx does.
	MCP func(context.Context, MCP) error
	// Hooks returns the folder in which hooks keep what sessions have seen, and the
	// spool of what sessions said at their end.
	Hooks func() (seen string, spool hook.Spool, err error)
	// Embedding is what makes vectors.
	Embedding Embedding
	// Programs are the other programs that the executable is.
	Programs []Program
}

// Embedding is what commands ask of what makes vectors.
type Embedding struct {
	// Ready passes the command line on to the full build where the embedder needs
	// it; the error then says so. With must, a full build that is missing is an
	// error too. A command calls it before it reads input or prints anything.
	Ready func(ctx context.Context, must bool) error
	// State says which embedder is used, and whether it answers.
	State func(context.Context) EmbedderState
}

// EmbedderState is how an embedder is.
type EmbedderState struct {
	Provider string // none: there is none
	Text     string // which model, and where
	Model    string // the fingerprint of its vectors; empty where a service was to be asked
	Err      error  // why it cannot be used
}

// Program is another program that the executable is when it is called by that
// name, or with the name as the first argument of agmem.
type Program struct {
	Name  string
	Short string // one line of help
	// NeedsFull says that some of its commands run in the full build alone.
	NeedsFull bool
}

// Place says which sources the commands work on.
type Place struct {
	Folder   string       // in which the session works; empty: the working directory
	Source   string       // the value of --source, or empty
	Database string       // the value of --db, or empty
	Notice   func(string) // told what a person should know about a source
	// Settings win over what is configured; keys that agmem does not know, and values
	// of the wrong type, are Usage.
	Settings []config.Pair
}

// app is what the commands of one process share.
type app struct {
	*cli.Console
	services Services
	folder   string // in which the session works that a hook answers
	source   string
	database string
	opened   *library.Library
	late     bool // a hook gave up waiting: what it waits for cannot be closed
}

// Run executes the command line of env and returns the exit code.
func Run(ctx context.Context, env cli.Environment, services Services) int {
	a := &app{Console: cli.NewConsole(env, dialect()), services: services}
	err := cli.Execute(ctx, a.Console, a.root())
	return a.Finish(errors.Join(err, a.close()))
}

// library returns the use cases; nothing is open yet.
func (a *app) library() (*library.Library, error) {
	if a.opened != nil {
		return a.opened, nil
	}
	lib, err := a.services.Library(a.place())
	if err == nil {
		a.opened = lib
	}
	return lib, err
}

func (a *app) place() Place {
	return Place{
		Folder:   a.folder,
		Source:   a.source,
		Database: a.database,
		Notice:   func(sentence string) { a.Warn(agmem.Errorf(agmem.Unavailable, "%s", sentence)) },
	}
}

func (a *app) close() error {
	if a.late || a.opened == nil {
		return nil
	}
	return a.opened.Close()
}

// shortly asks for the short forms of ids, which TOON and human output show.
// JSON has them in full.
func (a *app) shortly(ctx context.Context) context.Context {
	if a.Format().ForPrograms {
		return ctx
	}
	return agmem.WithShortIDs(ctx)
}

// shown returns an id as it was asked for.
func shown(id, short string) string { return cmp.Or(short, id) }

const (
	groupMemories = "memories"
	groupFind     = "find"
	groupMove     = "move"
	groupPrograms = "programs"
)

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "agmem",
		Short: "The memory of coding agents",
		Long: `agmem keeps what coding agents and people learn, in one database on this machine.

Output is TOON, which costs agents few tokens; --json is for programs and
--human for people.`,
		Example: `
			agmem add "useEffect cleanup must handle race conditions" --tags react,hooks
			agmem search "race condition in an effect"
			agmem get a3f2`,
		Args: cli.Group,
	}
	root.AddGroup(&cobra.Group{ID: groupMemories, Title: "Memories"},
		&cobra.Group{ID: groupFind, Title: "Finding"},
		&cobra.Group{ID: groupMove, Title: "Moving"},
		&cobra.Group{ID: groupPrograms, Title: "Other programs"})
	version := root.Flags().Bool("version", false, "print the version")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *version {
			return a.printVersion()
		}
		return cmd.Help()
	}
	a.addFlags(root)
	cli.AddCommands(a.Console, root, a, a.commands(root))
	return root
}

func (a *app) addFlags(root *cobra.Command) {
	flags := root.PersistentFlags()
	a.AddFlags(flags)
	flags.Var(cli.TextFlag{Value: &a.source}, "source", "use the source `NAME` (default: local; new memories go to default_source, a search asks every active source)")
	flags.Var(cli.TextFlag{Value: &a.database}, "db", "use the database at `PATH` (default: $AGMEM_DB, else agmem/agmem.db in the data folder)")
	cli.Complete(root, "source", func(context.Context) []string { return a.sourceNames() })
}

// commands returns the commands, in the order of the help.
func (a *app) commands(root *cobra.Command) []cli.Command[*app] {
	completion := func(*app) *cobra.Command { return cli.CompletionCommand(a.Console, root) }
	all := []cli.Command[*app]{
		cli.NewCommand(groupMemories, "add", newAdd),
		cli.NewCommand(groupMemories, "get", newGet),
		cli.NewCommand(groupMemories, "update", newUpdate),
		cli.NewCommand(groupMemories, "delete", newDelete),
		cli.NewCommand(groupMemories, "history", newHistory),
		cli.NewCommand(groupMemories, "undo", newUndo),
		cli.NewCommand(groupMemories, "pin", newPin),
		cli.NewCommand(groupMemories, "unpin", newUnpin),
		cli.NewCommand(groupFind, "search", newSearch),
		cli.NewCommand(groupFind, "context", newContext),
		cli.NewCommand(groupFind, "list", newList),
		cli.NewCommand(groupFind, "recent", newRecent),
		cli.NewCommand(groupFind, "tags", newTags),
		cli.NewCommand(groupFind, "stats", newStats),
		cli.NewCommand(groupMove, "import", newImport),
		cli.NewCommand(groupMove, "export", newExport),
	}
	for _, p := range a.services.Programs {
		all = append(all, cli.NewCommand(groupPrograms, p.Name, func(a *app) *cobra.Command { return newProgram(a, p) }))
	}
	return append(all, []cli.Command[*app]{
		cli.NewCommand("", "config", newConfig),
		cli.NewCommand("", "source", newSource),
		cli.NewCommand("", "run", newRun),
		cli.NewCommand("", "mcp", newMCP),
		cli.NewCommand("", "hook", newHook),
		cli.NewCommand("", "doctor", newDoctor),
		cli.NewCommand("", "eval", newEval),
		cli.NewCommand("", "install", newInstall),
		cli.NewCommand("", "uninstall", newUninstall),
		cli.NewCommand("", "link", newLink),
		cli.NewCommand("", "completion", completion),
		cli.NewCommand("", "version", newVersion),
	}...)
}

func (a *app) sourceNames() []string {
	lib, err := a.library()
	if err != nil {
		return nil
	}
	return lib.Sources.Names()
}
