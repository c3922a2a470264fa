package memory

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/numbered"
	"github.com/agmem/agmem/internal/when"
)

type storeOptions struct {
	tags      cli.TagsFlag
	expires   string
	enteredBy string
	file      string
}

func newStore(a *app) *cobra.Command {
	var o storeOptions
	cmd := &cobra.Command{
		Use:   "store [CONTENT | -]",
		Short: "Store a memory",
		Long: `Store a memory of at most 10,000 characters, and print its number.

Content that exists already is not stored again: that memory gets the given tags
too and keeps the later expiry. Without CONTENT, or with -, the content is read
from standard input.`,
		Example: `
			memory store "Docker: prune -a reclaims space" --tags docker,disk
			memory store "Staging is at https://staging.example.com" --expires "end of month"
			memory store --file notes.txt --entered-by investigate-agent`,
		Args:        cli.TextArguments(0, "one CONTENT"),
		Annotations: cli.FreeText(),
	}
	flags := cmd.Flags()
	flags.Var(&o.tags, "tags", "`TAGS` of the memory (t1,t2), kept in lower case")
	flags.Var(cli.TextFlag{Value: &o.expires}, "expires", "let the memory expire at this `DATE` (2027-01-15, \"in 3 days\", \"Q1 2027\")")
	flags.Var(cli.TextFlag{Value: &o.enteredBy}, "entered-by", "the `NAME` of who stores it (default: $AGMEM_AUTHOR, else what the agent sets)")
	flags.Var(cli.TextFlag{Value: &o.file}, "file", "read the content from the file at `PATH`")
	a.AddAllowSecretFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args) }
	return cmd
}

func (o *storeOptions) run(ctx context.Context, a *app, args []string) error {
	draft := numbered.Draft{Tags: o.tags, EnteredBy: o.enteredBy}
	var err error
	if o.expires != "" {
		if draft.ExpiresAt, err = when.Expiry(o.expires, a.Now()); err != nil {
			return err
		}
	}
	if draft.Content, err = o.content(ctx, a, args); err != nil {
		return err
	}
	memories, err := a.memories()
	if err != nil {
		return err
	}
	memory, created, err := memories.Store(ctx, draft)
	if err != nil {
		return err
	}
	if o.expires != "" && memory.ExpiresAt != draft.ExpiresAt {
		a.note("the memory was there already, and keeps its later expiry", "agmem update sets an earlier one")
	}
	return a.confirm(stored{memory, created})
}

// content returns the text of the file, the argument or standard input.
func (o *storeOptions) content(ctx context.Context, a *app, args []string) (string, error) {
	if o.file == "" {
		text, _, err := a.Content(ctx, args, false)
		return text, err
	}
	if len(args) > 0 {
		return "", agmem.Errorf(agmem.Usage, "the content is given twice, as an argument and by --file").
			WithHint("leave out one of them")
	}
	return readText(ctx, o.file)
}

// readText returns a file without its trailing line breaks.
func readText(ctx context.Context, path string) (string, error) {
	f, err := cli.OpenInput(ctx, path)
	if err != nil {
		return "", agmem.Unreadable(path, err)
	}
	text, err := io.ReadAll(io.LimitReader(f, agmem.MaxContent+1))
	_ = f.Close()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", agmem.Unreadable(path, err)
	case len(text) > agmem.MaxContent:
		return "", agmem.Errorf(agmem.TooLarge, "%s has more than %d bytes", path, agmem.MaxContent).
			WithHint("split it into memories that each say one thing")
	}
	return strings.TrimRight(string(text), "\r\n"), nil
}

// stored is the result of store.
type stored struct {
	memory  agmem.Memory
	created bool
}

func (v stored) JSON() any {
	return struct {
		record
		Created bool `json:"created"`
	}{recordOf(v.memory), v.created}
}

func (v stored) Human(p *cli.Page) {
	p.Linef("%s%s", v.sentence(p.Paint(cli.Yellow, number(v.memory))), v.expiry(p))
}

func (v stored) Markdown(p *cli.Page) {
	p.Linef("%s%s", v.sentence("**"+number(v.memory)+"**"), v.expiry(p))
}

func (v stored) sentence(name string) string {
	if v.created {
		return "Stored memory " + name
	}
	return "Memory " + name + " has this content already"
}

// expiry says when the memory expires, in the local zone.
func (v stored) expiry(p *cli.Page) string {
	if v.memory.ExpiresAt == 0 {
		return ""
	}
	return ", expires " + p.Minute(v.memory.ExpiresAt.Time())
}
