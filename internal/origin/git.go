package origin

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
)

// maxDepth is how many folders are looked at on the way up.
const maxDepth = 100

// gitFacts returns what git knows about the folder.
func gitFacts(dir string) (repository, branch, commit string) {
	w, ok := findWorktree(dir)
	if !ok {
		return "", "", ""
	}
	branch, commit = w.checkedOut()
	return clean(w.repository()), branch, commit
}

// Project returns the repository that the folder dir is in, without asking what is
// checked out; nothing outside of one, and where the options or AGMEM_NO_GIT=1 say
// that git does not matter. Home is the folder of the user, empty if unknown.
func Project(env Environment, dir, home string, opts Options) agmem.Project {
	if opts.NoGit || isTrue(env("AGMEM_NO_GIT")) || dir == "" {
		return agmem.Project{}
	}
	w, ok := findWorktree(dir)
	if !ok {
		return agmem.Project{}
	}
	p := agmem.Project{Repository: clean(w.repository()), Root: w.root}
	if home != "" && filepath.Clean(home) == w.root {
		p.Root = ""
	}
	return p
}

// Head returns the branch and the commit that are checked out in the folder. The
// branch is empty where a commit is checked out by itself, the commit where the
// branch has none yet, and both outside of a repository or where it keeps its
// references in a way that is not understood.
func Head(dir string) (branch, commit string) {
	w, ok := findWorktree(dir)
	if !ok {
		return "", ""
	}
	return w.checkedOut()
}

func (w worktree) checkedOut() (branch, commit string) {
	reference, commit := w.head()
	if reference != "" {
		commit = w.resolve(reference)
	}
	return clean(strings.TrimPrefix(reference, "refs/heads/")), commit
}

// worktree is a folder that git looks after.
type worktree struct {
	root   string // the folder
	gitDir string // HEAD and what else is this worktree's own
	common string // refs, objects and configuration, shared by all worktrees
}

// findWorktree looks for .git in the folder and those above it.
func findWorktree(dir string) (worktree, bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return worktree{}, false
	}
	for range maxDepth {
		if gitDir, ok := gitDirOf(filepath.Join(dir, ".git")); ok {
			return worktree{dir, gitDir, commonOf(gitDir)}, true
		}
		above := filepath.Dir(dir)
		if above == dir {
			break
		}
		dir = above
	}
	return worktree{}, false
}

// gitDirOf returns the folder that .git is or, for linked worktrees and
// submodules, names. A folder without HEAD does not count, as for git itself.
func gitDirOf(path string) (string, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return "", false
	}
	if !info.IsDir() {
		target, ok := bytes.CutPrefix(readSmall(path), []byte("gitdir:"))
		if !ok {
			return "", false
		}
		path = absolute(strings.TrimSpace(string(target)), filepath.Dir(path))
	}
	_, err = os.Lstat(filepath.Join(path, "HEAD"))
	return path, err == nil
}

// commonOf returns the folder that all worktrees of a repository share.
func commonOf(gitDir string) string {
	name := strings.TrimSpace(string(readSmall(filepath.Join(gitDir, "commondir"))))
	if name == "" {
		return gitDir
	}
	return absolute(name, gitDir)
}

func absolute(path, base string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, path)
}

// repository names the repository alike from each of its worktrees: by its
// remote, else by the folder of its main worktree.
func (w worktree) repository() string {
	if url := remoteURL(readSmall(filepath.Join(w.common, "config"))); url != "" {
		return normalize(url, w.common)
	}
	folder := w.common
	switch {
	case filepath.Base(w.common) == ".git":
		folder = filepath.Dir(w.common)
	case w.gitDir == w.common:
		// A submodule's own folder is inside that of another repository.
		folder = w.root
	}
	// A worktree knows the main one by its real path, whichever link led here.
	if resolved, err := filepath.EvalSymlinks(folder); err == nil {
		folder = resolved
	}
	return filepath.ToSlash(folder)
}
