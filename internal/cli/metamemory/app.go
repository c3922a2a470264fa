package metamemory

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/ledger"
	"github.com/agmem/agmem/internal/secrets"
)

// Name is what the program is called when it has its own name.
const Name = "meta-memory"

// Short is what it is for, in one line of help.
const Short = "evidence, facts and task state for agents, JSON in and out"

// Services are what the commands need of the rest of the program.
type Services struct {
	// Open opens the ledger at a path, or without one where this program keeps its
	// own.
	Open func(ctx context.Context, path string) (*ledger.Ledger, error)
	// Ready hands the command line over to the full build where the vector of a
	// question needs it. It is called before anything is read.
	Ready func(ctx context.Context) error
}

// app is what the commands of one process share.
type app struct {
	*cli.Console
	Services
}

// Run executes the command line of env and returns the exit code. Messages and
// help call the program what it was called as, such as "agmem meta-memory".
func Run(ctx context.Context, env cli.Environment, program string, services Services) int {
	a := &app{Console: cli.NewConsole(env, dialect(program, &catalogue{program})), Services: services}
	return a.Finish(cli.Execute(ctx, a.Console, a.root()))
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{Use: Name, Short: Short, Args: known}
	version := root.Flags().Bool("version", false, "print the version")
	root.RunE = func(*cobra.Command, []string) error {
		if *version {
			return a.Print(cli.ReadBuild())
		}
		return agmem.Errorf(agmem.Usage, "Usage: %s <%s>", a.Program, strings.Join(names(), "|"))
	}
	cli.AddCommands(a.Console, root, a, a.commands(root))
	return root
}

// known refuses the name of a command that there is not.
func known(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return agmem.Errorf(agmem.Usage, "Unknown command %q", args[0])
	}
	return nil
}

// commands returns the commands, in the order of the help.
func (a *app) commands(root *cobra.Command) []cli.Command[*app] {
	var all []cli.Command[*app]
	for _, c := range commands() {
		all = append(all, cli.NewCommand("", c.name, func(a *app) *cobra.Command { return newCommand(a, c) }))
	}
	completion := func(*app) *cobra.Command { return cli.CompletionCommand(a.Console, root) }
	version := func(a *app) *cobra.Command {
		return cli.VersionCommand(Name+` version`, func() error { return a.Print(cli.ReadBuild()) })
	}
	return append(all, cli.NewCommand("", "completion", completion), cli.NewCommand("", "version", version))
}

// command is a command that works on a ledger.
type command struct {
	name  string
	short string
	input []field
	// output is a value of the type that is printed, for the help.
	output any
	// parse reads the fields, and returns what to do with them. What is wrong with
	// them is in the input.
	parse func(in *input) action
}

// action is what a command does once its input is known to be right.
type action func(ctx context.Context, l *ledger.Ledger) (any, error)

// writes says whether a command writes what its caller says.
func (c command) writes() bool {
	return slices.ContainsFunc(c.input, func(f field) bool { return f.name == allowSecretField })
}

// asks says whether a command searches for what answers a question.
func (c command) asks() bool {
	return slices.ContainsFunc(c.input, func(f field) bool { return f.name == queryField })
}

// commands returns what the program can do, by name.
func commands() []command {
	return []command{
		addFact(), addRelation(), browseResources(), contextPack(), listEvents(), probeRelations(), remember(),
		search(), seedSample(), setCoreBlock(), syncTurn(), upsertResource(), upsertSessionState(), verify(),
	}
}

func names() []string {
	var all []string
	for _, c := range commands() {
		all = append(all, c.name)
	}
	return all
}

func newCommand(a *app, c command) *cobra.Command {
	return &cobra.Command{
		Use:   c.name,
		Short: c.short,
		Args:  cli.Arguments(0, 0, ""),
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.run(cmd.Context(), c) },
	}
}

// run opens no ledger before the whole input was read and found to be right.
func (a *app) run(ctx context.Context, c command) error {
	if c.asks() {
		if err := a.Ready(ctx); err != nil {
			return err
		}
	}
	in, err := a.readInput(ctx)
	if err != nil {
		return err
	}
	do := c.parse(in)
	path, allowed := in.path(a.Getenv), c.writes() && in.flag(allowSecretField)
	if in.err != nil {
		return in.err
	}
	l, err := a.Open(ctx, path)
	if err != nil {
		return err
	}
	if allowed {
		ctx = secrets.Allow(ctx)
	}
	done, err := do(ctx, l)
	if err = errors.Join(err, l.Close()); err != nil {
		return err
	}
	return a.Print(result{done})
}
