package agmem

import (
	"maps"
	"path/filepath"
	"slices"
)

// Project is a repository that someone works in; the zero value is none.
type Project struct {
	// Repository is its name, as [Origin] has it: alike in every worktree, and in
	// every clone of the same remote.
	Repository string
	// Root is the folder whose files belong to it: that of the worktree, and empty
	// where this is the home of a user, which is full of what belongs to no project.
	Root string
}

// Of returns the repository that a folder belongs to: that of the project where
// the folder is in it, else none.
func (p Project) Of(folder string) string {
	if p.Root == "" || folder == "" {
		return ""
	}
	inside, err := filepath.Rel(p.Root, folder)
	if err != nil || !filepath.IsLocal(inside) {
		return ""
	}
	return p.Repository
}

// Projects says what a search or a listing prefers and leaves out by the projects
// that memories belong to. The zero value treats all of them alike.
type Projects struct {
	// Current is the project that the question comes from. Its memories are
	// preferred, then those of no project. The zero value prefers nothing.
	Current Project
	// Alike says that Current is not preferred.
	Alike bool
	// Only is the repository whose memories may be answers; empty for all.
	Only string
}

// Prefers says whether some projects come before others.
func (p Projects) Prefers() bool { return p.Current.Repository != "" && !p.Alike && p.Only == "" }

// NoProject is how near a memory of no project is, see [Projects.Nearness].
const NoProject = 0.5

// Nearness says how near the memories of a repository are to the question: 1 for
// the current project, [NoProject] where the repository is empty, 0 for another
// project. It is 0 for all where nothing is preferred.
func (p Projects) Nearness(repository string) float64 {
	switch {
	case !p.Prefers():
		return 0
	case repository == p.Current.Repository:
		return 1
	case repository == "":
		return NoProject
	}
	return 0
}

// Lets says whether the memories of a repository, which is empty for no project,
// may be answers.
func (p Projects) Lets(repository string) bool { return p.Only == "" || p.Only == repository }

// RepositoryCount is a repository, empty for none, and how many memories belong
// to it.
type RepositoryCount struct {
	Repository string
	Count      int64
}

// SumRepositories adds up the counts of several sources, in the order of the
// repositories.
func SumRepositories(lists ...[]RepositoryCount) []RepositoryCount {
	sums := make(map[string]int64)
	for _, c := range slices.Concat(lists...) {
		sums[c.Repository] += c.Count
	}
	all := make([]RepositoryCount, 0, len(sums))
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		all = append(all, RepositoryCount{name, sums[name]})
	}
	return all
}
