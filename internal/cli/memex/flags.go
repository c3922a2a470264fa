package memex

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/when"
)

// tagsFlag is a list of tags that is not empty.
type tagsFlag struct{ cli.TagsFlag }

// Set adds the tags of a list.
func (f *tagsFlag) Set(list string) error {
	if len(agmem.SplitTags(list)) == 0 {
		return agmem.Errorf(agmem.Usage, "--tag needs a tag")
	}
	return f.TagsFlag.Set(list)
}

// choiceFlag is one of a few words.
type choiceFlag struct {
	value   string
	choices []string
}

func (f *choiceFlag) String() string { return f.value }

func (f *choiceFlag) Type() string { return "text" }

func (f *choiceFlag) Set(word string) error {
	if !slices.Contains(f.choices, word) {
		return agmem.Errorf(agmem.Usage, "%.40q is not one of %s", word, strings.Join(f.choices, ", "))
	}
	f.value = word
	return nil
}

// filterFlags narrow a search or a listing by the frontmatter.
type filterFlags struct {
	tags                  tagsFlag
	source, since, before string
}

func (f *filterFlags) add(cmd *cobra.Command, a *app) {
	flags := cmd.Flags()
	flags.Var(&f.tags, "tag", "only cards with all of these `TAGS` (t1,t2)")
	flags.Var(cli.TextFlag{Value: &f.source}, "source", "only cards with this `SOURCE`, such as retro, manual or organize")
	flags.Var(cli.TextFlag{Value: &f.since}, "since", "only cards created on this `DATE` or later (2026-03-18, 7d, \"last week\")")
	flags.Var(cli.TextFlag{Value: &f.before}, "before", "only cards created before this `DATE`")
	cli.Complete(cmd, "tag", a.tags)
	cli.Complete(cmd, "source", a.sources)
}

// apply sets what the flags say in a query.
func (f *filterFlags) apply(q *cards.Query, now time.Time) (err error) {
	q.Tags, q.Source = f.tags.TagsFlag, f.source
	if q.Since, err = day(f.since, now); err != nil {
		return err
	}
	q.Before, err = day(f.before, now)
	return err
}

// day returns the local day on which what a text names begins, empty for an
// empty text.
func day(text string, now time.Time) (string, error) {
	if text == "" {
		return "", nil
	}
	at, err := when.After(text, now)
	if err != nil {
		return "", err
	}
	return localDay(at, now), nil
}

func localDay(at agmem.Instant, now time.Time) string {
	return at.Time().In(now.Location()).Format(time.DateOnly)
}
