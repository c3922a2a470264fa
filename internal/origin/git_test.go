package origin_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/origin"
)

// repository is a real one, made by git.
type repository struct {
	t   *testing.T
	dir string
}

// newRepository makes a repository with one commit on the branch main.
func newRepository(t *testing.T, options ...string) repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: repositories are not tested")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := repository{t, filepath.Join(dir, "project")}
	r.git(append([]string{"-C", dir, "init", "-q", "-b", "main", "project"}, options...)...)
	r.commit("first")
	return r
}

// git runs git in the repository and returns what it prints.
func (r repository) git(args ...string) string {
	r.t.Helper()
	out, err := r.try(args...)
	if err != nil {
		r.t.Fatalf("git %v: %v: %s", args, err, out)
	}
	return out
}

func (r repository) try(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	if _, err := os.Stat(r.dir); err == nil {
		cmd.Dir = r.dir
	}
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

func (r repository) commit(message string) {
	r.t.Helper()
	r.git("commit", "-q", "--allow-empty", "-m", message)
}

// at returns the repository seen from another of its folders.
func (r repository) at(dir string) repository { return repository{r.t, filepath.Join(r.dir, dir)} }

// expect compares what is detected in the folder with what git says there.
func (r repository) expect(name, branch string) {
	r.t.Helper()
	got := detect(r.dir)
	want := agmem.Origin{Repository: name, Branch: branch, Commit: r.git("rev-parse", "HEAD")}
	if got != want {
		r.t.Errorf("in %s: %+v\nwant %+v", r.dir, got, want)
	}
}

// detect returns the part of the origin that git knows.
func detect(dir string) agmem.Origin {
	o := origin.Detect(set(), dir, origin.Options{})
	o.Host = ""
	return o
}

func TestRepositoryWithoutRemote(t *testing.T) {
	r := newRepository(t)
	r.expect(filepath.ToSlash(r.dir), "main")
	below := r.at("a/b/c")
	if err := os.MkdirAll(below.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	below.expect(filepath.ToSlash(r.dir), "main")

	r.git("checkout", "-q", "-b", "feature/deep/branch")
	r.commit("second")
	r.expect(filepath.ToSlash(r.dir), "feature/deep/branch")
	r.git("checkout", "-q", "--detach")
	r.expect(filepath.ToSlash(r.dir), "")
}

func TestSeenThroughALink(t *testing.T) {
	r := newRepository(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(r.dir, link); err != nil {
		t.Skipf("no symbolic links here (%v): they are not tested", err)
	}
	if got := detect(link).Repository; got != filepath.ToSlash(r.dir) {
		t.Errorf("through a link the repository is %q, want %q", got, r.dir)
	}
}

func TestBranchWithoutCommit(t *testing.T) {
	r := newRepository(t)
	r.git("checkout", "-q", "--orphan", "fresh")
	want := agmem.Origin{Repository: filepath.ToSlash(r.dir), Branch: "fresh"}
	if got := detect(r.dir); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestPackedReferences(t *testing.T) {
	r := newRepository(t)
	for i := range 40 {
		name := fmt.Sprintf("b%03d", i)
		r.git("branch", name)
		if i%5 == 0 {
			r.git("tag", "-a", "-m", "tag", name+"-tag", name)
		}
	}
	r.git("pack-refs", "--all")
	for _, branch := range []string{"b000", "b001", "b019", "b038", "b039", "main"} {
		r.git("checkout", "-q", branch)
		r.expect(filepath.ToSlash(r.dir), branch)
	}
	// A new commit makes a loose reference that wins over the packed one.
	r.commit("second")
	r.expect(filepath.ToSlash(r.dir), "main")
}

func TestLinkedWorktreesJoinTheirRepository(t *testing.T) {
	r := newRepository(t)
	r.git("worktree", "add", "-q", "-b", "side", "../side")
	side := r.at("../side")
	side.commit("second")
	side.expect(filepath.ToSlash(r.dir), "side")
	r.git("remote", "add", "origin", "git@github.com:agmem/agmem.git")
	side.expect("github.com/agmem/agmem", "side")
	r.expect("github.com/agmem/agmem", "main")
}

func TestWorktreeOfABareRepository(t *testing.T) {
	r := newRepository(t)
	r.git("clone", "-q", "--bare", r.dir, "../bare.git")
	bare := r.at("../bare.git")
	bare.git("remote", "remove", "origin")
	bare.git("worktree", "add", "-q", "-b", "side", "../side")
	r.at("../side").expect(filepath.ToSlash(bare.dir), "side")
}

func TestSubmodule(t *testing.T) {
	inner := newRepository(t)
	outer := newRepository(t)
	outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.dir, "lib")
	sub := outer.at("lib")
	sub.expect(filepath.ToSlash(inner.dir), "main")
	sub.git("remote", "remove", "origin")
	sub.expect(filepath.ToSlash(sub.dir), "main")
	outer.expect(filepath.ToSlash(outer.dir), "main")
}

func TestSeparateGitFolder(t *testing.T) {
	store := filepath.Join(t.TempDir(), "elsewhere.git")
	r := newRepository(t, "--separate-git-dir", store)
	r.expect(filepath.ToSlash(r.dir), "main")
}

func TestSymbolicLinkAsHead(t *testing.T) {
	r := newRepository(t)
	head := filepath.Join(r.dir, ".git", "HEAD")
	if err := os.Remove(head); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("refs/heads/main", head); err != nil {
		t.Skipf("no symbolic links here (%v): they are not tested", err)
	}
	r.expect(filepath.ToSlash(r.dir), "main")
}

func TestReftableTellsNoCommit(t *testing.T) {
	r := newRepository(t)
	// As git init --ref-format=reftable leaves it; git older than 2.45 cannot.
	write(t, filepath.Join(r.dir, ".git", "HEAD"), "ref: refs/heads/.invalid\n")
	if got, want := detect(r.dir), (agmem.Origin{Repository: filepath.ToSlash(r.dir)}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestSwitchedOff(t *testing.T) {
	r := newRepository(t)
	for name, o := range map[string]agmem.Origin{
		"by the environment": origin.Detect(set("AGMEM_NO_GIT", "1"), r.dir, origin.Options{}),
		"by the options":     origin.Detect(set(), r.dir, origin.Options{NoGit: true}),
	} {
		if o.Repository+o.Branch+o.Commit != "" {
			t.Errorf("%s: %+v, want nothing of git", name, o)
		}
	}
	if o := origin.Detect(set("AGMEM_NO_GIT", "0"), r.dir, origin.Options{}); o.Branch != "main" {
		t.Errorf("AGMEM_NO_GIT=0: %+v, want the branch", o)
	}
}

func BenchmarkDetect(b *testing.B) {
	dir := b.TempDir()
	git := filepath.Join(dir, ".git")
	below := filepath.Join(dir, "a", "b", "c")
	for _, folder := range []string{filepath.Join(git, "refs", "heads"), below} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			b.Fatal(err)
		}
	}
	const references = 100_000
	packed := []byte("# pack-refs with: peeled fully-peeled sorted \n")
	for i := range references {
		packed = fmt.Appendf(packed, "%040x refs/heads/branch-%06d\n", i, i)
	}
	for name, text := range map[string]string{
		"HEAD":        "ref: refs/heads/branch-012345\n",
		"config":      "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = git@github.com:agmem/agmem.git\n",
		"packed-refs": string(packed),
	} {
		if err := os.WriteFile(filepath.Join(git, name), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if o := origin.Detect(os.Getenv, below, origin.Options{}); o.Commit != fmt.Sprintf("%040x", 12345) {
			b.Fatalf("%+v", o)
		}
	}
}
