package agmemcli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
	"github.com/agmem/agmem/internal/when"
)

type addOptions struct {
	tags    cli.TagsFlag
	digest  string
	expires string
	origin  originFlags
}

func newAdd(a *app) *cobra.Command {
	var o addOptions
	cmd := &cobra.Command{
		Use:   "add [CONTENT | -]",
		Short: "Add a memory",
		Long: `Add a memory, and print its id.

Content that exists already is not stored again: the memory that has it gets the
given tags and digest, and is printed with created: false.
Without CONTENT, or with -, the content is read from standard input.
A memory that has expired is no longer found; 30 days later its text is removed
from the database too.`,
		Example: `
			agmem add "useEffect cleanup must handle race conditions" --tags react,hooks
			agmem add "a long story…" --digest "what search shows of it" --expires 90d
			agmem add --tags session < session.log`,
		Args:        cli.TextArguments(0, "one CONTENT"),
		Annotations: cli.FreeText(),
	}
	flags := cmd.Flags()
	flags.Var(&o.tags, "tags", "`TAGS` of the memory (t1,t2)")
	flags.StringVar(&o.digest, "digest", "", "the `LINE` that search and list show (default: the content)")
	flags.Var(cli.TextFlag{Value: &o.expires}, "expires", "let the memory expire at this `DATE` (2027-01-31, 90d, \"end of month\")")
	o.origin.add(flags)
	a.AddAllowSecretFlag(cmd)
	cli.Complete(cmd, "tags", a.tagNames)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args) }
	return cmd
}

func (o *addOptions) run(ctx context.Context, a *app, args []string) error {
	draft, err := o.draft(ctx, a, args)
	if err != nil {
		return err
	}
	lib, err := a.library()
	if err != nil {
		return err
	}
	memory, created, err := lib.Memories.Add(a.shortly(ctx), draft)
	if err != nil {
		return err
	}
	return a.Print(added{shown(memory.ID, memory.Short), created})
}

func (o *addOptions) draft(ctx context.Context, a *app, args []string) (agmem.Draft, error) {
	draft := agmem.Draft{Digest: o.digest, Tags: o.tags}
	var err error
	if o.expires != "" {
		if draft.ExpiresAt, err = when.Expiry(o.expires, a.Now()); err != nil {
			return draft, err
		}
	}
	if draft.Content, _, err = a.Content(ctx, args, false); err != nil {
		return draft, err
	}
	draft.Origin, err = o.origin.origin(a)
	return draft, err
}

// added is the result of add.
type added struct {
	ID      string `json:"id"`
	Created bool   `json:"created"`
}

func (v added) JSON() any { return v }

func (v added) TOON() any {
	return toon.Object{{Key: "id", Value: v.ID}, {Key: "created", Value: v.Created}}
}

func (v added) Human(p *cli.Page) {
	if v.Created {
		p.Linef("Added %s", p.Paint(cli.Yellow, v.ID))
		return
	}
	p.Linef("%s exists already", p.Paint(cli.Yellow, v.ID))
}
