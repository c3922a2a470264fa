package memory

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/numbered"
)

// selectionFlags narrow a search, a listing or a deletion.
type selectionFlags struct {
	tags, anyTag cli.TagsFlag
	span         cli.SpanFlags
	enteredBy    string
}

func (f *selectionFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(&f.tags, "tags", "only memories with all of these `TAGS` (t1,t2)")
	flags.Var(&f.anyTag, "any-tag", "only memories with one of these `TAGS`")
	f.span.Add(flags)
	flags.Var(cli.TextFlag{Value: &f.enteredBy}, "entered-by", "only memories that `NAME` entered")
}

// given says whether one of the flags was given.
func (f *selectionFlags) given() bool {
	return len(f.tags)+len(f.anyTag) > 0 || f.span.Given() || f.enteredBy != ""
}

func (f *selectionFlags) selection(a *app) (agmem.Selection, error) {
	filter, err := f.span.Filter(a.Now())
	filter.Tags = f.tags
	return agmem.Selection{Filter: filter, AnyTags: f.anyTag, Author: f.enteredBy}, err
}

// warnOfTags names the tags of a selection that no memory has.
func (a *app) warnOfTags(ctx context.Context, memories numbered.Memories, selection agmem.Selection) error {
	if a.quiet {
		return nil
	}
	unknown, err := memories.UnknownTags(ctx, selection)
	for _, tag := range unknown {
		a.Warn(agmem.Errorf(agmem.NotFound, "no memory has the tag %q", tag).
			WithHint("%s stats --tags lists those that there are", a.Program))
	}
	return err
}

// numbers reads arguments such as 12 and #12, each number once.
func numbers(args []string) ([]int64, error) {
	var all []int64
	known := make(map[int64]bool)
	for _, arg := range args {
		n, err := strconv.ParseInt(strings.TrimPrefix(arg, "#"), 10, 64)
		if err != nil || n < 1 {
			return nil, agmem.Errorf(agmem.Usage, "%q is not the number of a memory", arg).
				WithHint("a number is what search and list show, such as 12")
		}
		if !known[n] {
			known[n] = true
			all = append(all, n)
		}
	}
	return all, nil
}
