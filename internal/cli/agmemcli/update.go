package agmemcli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
)

type updateOptions struct {
	content string
	digest  string
	tags    tagsFlag
	origin  originFlags
	given   struct{ content, digest, tags bool }
}

func newUpdate(a *app) *cobra.Command {
	var o updateOptions
	cmd := &cobra.Command{
		Use:   "update ID [-]",
		Short: "Change a memory",
		Long: `Change the given fields of a memory; the others stay.

Without a field, or with -, the new content is read from standard input.
A digest that was equal to the content follows it. --tags "" removes all tags,
--digest "" makes the content the digest again.`,
		Example: `
			agmem update a3f2 --tags node,esm
			agmem update a3f2 --content "corrected content"
			agmem update a3f2 < corrected.txt`,
		Args:              updateArguments,
		ValidArgsFunction: a.completeIDs,
	}
	flags := cmd.Flags()
	flags.StringVar(&o.content, "content", "", "the new `TEXT`, - for standard input")
	flags.StringVar(&o.digest, "digest", "", "the new `LINE` that search and list show")
	flags.Var(&o.tags, "tags", "the new `TAGS` (t1,t2), instead of the old")
	o.origin.add(flags)
	cli.Complete(cmd, "tags", a.tagNames)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.given.content = flags.Changed("content")
		o.given.digest = flags.Changed("digest")
		o.given.tags = flags.Changed("tags")
		return o.run(cmd.Context(), a, args)
	}
	return cmd
}

func updateArguments(cmd *cobra.Command, args []string) error {
	if err := cli.TextArguments(1, "an ID")(cmd, args); err != nil {
		return err
	}
	if len(args) == 2 && args[1] != cli.Stdin {
		return agmem.Errorf(agmem.Usage, "unexpected argument %q", line(args[1], 40)).
			WithHint("give the new content with --content")
	}
	if len(args) == 2 && cmd.Flags().Changed("content") && cmd.Flag("content").Value.String() != cli.Stdin {
		return agmem.Errorf(agmem.Usage, "- reads standard input, but --content is given already")
	}
	return nil
}

func (o *updateOptions) run(ctx context.Context, a *app, args []string) error {
	patch, err := o.patch(ctx, a, args[1:])
	if err != nil {
		return err
	}
	lib, err := a.library()
	if err != nil {
		return err
	}
	memory, err := lib.Memories.Update(a.shortly(ctx), args[0], patch)
	if err != nil {
		return err
	}
	return a.Print(updated{shown(memory.ID, memory.Short), memory.UpdatedAt})
}

func (o *updateOptions) patch(ctx context.Context, a *app, args []string) (agmem.Patch, error) {
	var patch agmem.Patch
	if o.given.digest {
		patch.Digest = &o.digest
	}
	if o.given.tags {
		patch.Tags = (*[]string)(&o.tags)
	}
	if o.given.content && o.content == cli.Stdin {
		args = []string{cli.Stdin}
	}
	if o.given.content && o.content != cli.Stdin {
		patch.Content = &o.content
	} else {
		text, ok, err := a.Content(ctx, args, o.given.digest || o.given.tags)
		if err != nil {
			return patch, err
		}
		// An empty pipe that was not asked for is not a content; an empty one that was
		// asked for is a mistake that Validate names.
		if ok && (len(args) > 0 || strings.TrimSpace(text) != "") {
			patch.Content = &text
		}
	}
	if err := patch.Validate(); err != nil {
		return patch, err
	}
	var err error
	patch.Origin, err = o.origin.origin(a)
	return patch, err
}

// updated is the result of update.
type updated struct {
	ID        string        `json:"id"`
	UpdatedAt agmem.Instant `json:"updatedAt"`
}

func (v updated) JSON() any { return v }

func (v updated) TOON() any {
	return toon.Object{{Key: "id", Value: v.ID}, {Key: "updatedAt", Value: v.UpdatedAt.String()}}
}

func (v updated) Human(p *cli.Page) { p.Linef("Updated %s", p.Paint(cli.Yellow, v.ID)) }
