package agmemcli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
	"github.com/agmem/agmem/internal/when"
)

type updateOptions struct {
	content    string
	digest     string
	expires    string
	tags       cli.TagsFlag
	addTags    cli.TagsFlag
	removeTags cli.TagsFlag
	origin     originFlags
	given      func(flag string) bool
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
			agmem update a3f2 --add-tag fixed --remove-tag open --expires 90d
			agmem update a3f2 --content "corrected content"
			agmem update a3f2 < corrected.txt`,
		Args:              updateArguments,
		ValidArgsFunction: a.completeIDs,
	}
	flags := cmd.Flags()
	flags.StringVar(&o.content, "content", "", "the new `TEXT`, - for standard input")
	flags.StringVar(&o.digest, "digest", "", "the new `LINE` that search and list show")
	flags.Var(&o.tags, "tags", "the new `TAGS` (t1,t2), instead of the old")
	flags.Var(&o.addTags, "add-tag", "add these `TAGS` to the old")
	flags.Var(&o.removeTags, "remove-tag", "remove these `TAGS`, keep the others")
	flags.Var(cli.TextFlag{Value: &o.expires}, "expires", "forget it at this `DATE` (2027-01-31, 90d, \"end of month\"), or never")
	o.origin.add(flags)
	a.AddAllowSecretFlag(cmd)
	for _, tags := range []string{"tags", "add-tag", "remove-tag"} {
		cli.Complete(cmd, tags, a.tagNames)
	}
	o.given = flags.Changed
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), a, args) }
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
	return a.Print(updated{shown(memory.ID, memory.Short), memory.UpdatedAt, memory.ExpiresAt})
}

func (o *updateOptions) patch(ctx context.Context, a *app, args []string) (agmem.Patch, error) {
	patch := agmem.Patch{AddTags: o.addTags, RemoveTags: o.removeTags}
	if o.given("digest") {
		patch.Digest = &o.digest
	}
	if o.given("tags") {
		patch.Tags = (*[]string)(&o.tags)
	}
	if o.expires != "" {
		at, err := when.ExpiryOrNever(o.expires, a.Now())
		if err != nil {
			return patch, err
		}
		patch.ExpiresAt = &at
	}
	var err error
	if patch.Content, err = o.newContent(ctx, a, args); err != nil {
		return patch, err
	}
	if err := patch.Validate(); err != nil {
		return patch, err
	}
	patch.Origin, err = o.origin.origin(a)
	return patch, err
}

// newContent returns the content that was given, nil for none.
func (o *updateOptions) newContent(ctx context.Context, a *app, args []string) (*string, error) {
	if o.given("content") {
		if o.content != cli.Stdin {
			return &o.content, nil
		}
		args = []string{cli.Stdin}
	}
	hasField := slices.ContainsFunc([]string{"digest", "tags", "add-tag", "remove-tag", "expires"}, o.given)
	text, ok, err := a.Content(ctx, args, hasField)
	// An empty pipe nobody asked for is no content; an empty one that was
	// asked for is a mistake that Validate names.
	if err != nil || !ok || len(args) == 0 && strings.TrimSpace(text) == "" {
		return nil, err
	}
	return &text, nil
}

// updated is the result of update.
type updated struct {
	ID        string        `json:"id"`
	UpdatedAt agmem.Instant `json:"updatedAt"`
	ExpiresAt agmem.Instant `json:"expiresAt,omitzero"`
}

func (v updated) JSON() any { return v }

func (v updated) TOON() any {
	o := toon.Object{{Key: "id", Value: v.ID}, {Key: "updatedAt", Value: v.UpdatedAt.String()}}
	if v.ExpiresAt != 0 {
		o = append(o, toon.Field{Key: "expiresAt", Value: v.ExpiresAt.String()})
	}
	return o
}

func (v updated) Human(p *cli.Page) {
	until := ""
	if v.ExpiresAt != 0 {
		until = ", expires " + p.Minute(v.ExpiresAt.Time())
	}
	p.Linef("Updated %s%s", p.Paint(cli.Yellow, v.ID), until)
}
