package agmemcli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/library"
)

// repoFlag is --repo: which projects a search or a listing is about.
type repoFlag struct{ scope string }

func (f *repoFlag) add(cmd *cobra.Command, a *app) {
	cmd.Flags().Var(cli.TextFlag{Value: &f.scope}, "repo",
		"only the repository `NAME` or this one (this); prefer: this one first; any: all alike (default: search.scope, else prefer)")
	cli.Complete(cmd, "repo", func(ctx context.Context) []string {
		offers := []string{library.ScopeThis, library.ScopeAny, library.ScopePrefer}
		lib, err := a.library()
		if err != nil {
			return offers
		}
		names, err := lib.Finder.Repositories(ctx)
		if err != nil {
			return offers
		}
		return append(offers, names...)
	})
}

// noteLeftOut says how much is not shown because of --repo.
func (a *app) noteLeftOut(what, whats string, l library.LeftOut) {
	var parts []string
	switch {
	case l.Other == 1:
		parts = append(parts, "1 "+what+" in another project")
	case l.Other > 1:
		parts = append(parts, counted(l.Other, what, whats)+" in other projects")
	}
	if l.None > 0 {
		parts = append(parts, counted(l.None, what, whats)+" in no project")
	}
	if len(parts) == 0 {
		return
	}
	are := "are"
	if l.Other+l.None == 1 {
		are = "is"
	}
	a.noteHidden(fmt.Sprintf("%s %s not shown", strings.Join(parts, " and "), are), "--repo "+library.ScopeAny)
}

// noteHidden says that something is not shown. It is a warning in a format for
// programs, which has no field for it.
func (a *app) noteHidden(sentence, hint string) {
	if a.Format().ForPrograms {
		a.Warn(agmem.Errorf(agmem.Invalid, "%s", sentence).WithHint("%s", hint))
		return
	}
	a.Note(sentence, hint)
}

// projectNames returns what repositories are called that are shown together: by
// their last part, or by their whole name where two have the same last part. It is
// nil where there is no repository among them.
func projectNames(repositories []string) map[string]string {
	names, of := make(map[string]string), make(map[string]string)
	for _, r := range repositories {
		if r == "" {
			continue
		}
		part := library.LastPart(r)
		if other, twice := of[part]; twice && other != r {
			names[r], names[other] = r, other
			continue
		}
		of[part], names[r] = r, part
	}
	if len(names) == 0 {
		return nil
	}
	return names
}
