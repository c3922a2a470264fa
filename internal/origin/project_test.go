package origin_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/origin"
)

// A project is joined by its remote, whichever way a clone was made; without one by
// the folder of the main worktree, from which its worktrees and clones know it.
func TestClonesAndWorktreesAreOneProject(t *testing.T) {
	r := newRepository(t)
	clone := r.at("../clone")
	r.git("clone", "-q", r.dir, clone.dir)
	r.git("worktree", "add", "-q", "-b", "side", "../side")
	side := r.at("../side")
	is := func(of repository, name string) {
		t.Helper()
		below := filepath.Join(of.dir, "below")
		if err := os.MkdirAll(below, 0o700); err != nil {
			t.Fatal(err)
		}
		want := agmem.Project{Repository: name, Root: filepath.Clean(of.dir)}
		if got := origin.Project(set(), below, "", origin.Options{}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		if got := detect(below).Repository; got != name {
			t.Errorf("what is written in %s is of %q, want %q", of.dir, got, name)
		}
	}
	for _, of := range []repository{r, clone, side} {
		is(of, filepath.ToSlash(r.dir))
	}
	r.git("remote", "add", "origin", "git@github.com:team/project.git")
	for _, url := range []string{"https://github.com/team/project", "ssh://git@GitHub.com:22/team/project.git", "https://me:token@github.com/team/project/"} {
		clone.git("remote", "set-url", "origin", url)
		for _, of := range []repository{r, clone, side} {
			is(of, "github.com/team/project")
		}
	}
}

func TestNoProject(t *testing.T) {
	r := newRepository(t)
	for name, got := range map[string]agmem.Project{
		"outside":            origin.Project(set(), t.TempDir(), "", origin.Options{}),
		"nowhere":            origin.Project(set(), "", "", origin.Options{}),
		"by the environment": origin.Project(set("AGMEM_NO_GIT", "1"), r.dir, "", origin.Options{}),
		"by the options":     origin.Project(set(), r.dir, "", origin.Options{NoGit: true}),
	} {
		if got != (agmem.Project{}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := origin.Project(set(), r.dir, r.dir, origin.Options{}); got.Repository == "" || got.Root != "" {
		t.Errorf("a home that is a repository holds what is no project's: %+v", got)
	}
}
