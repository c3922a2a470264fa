package ledger_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/ledger"
)

// repository is a git repository with a file, an item that was captured in it, and
// the ledger that has the item.
type repository struct {
	*scene
	dir            string
	branch, commit string
}

func newRepository(t *testing.T) *repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("DRIFT IS NOT TESTED ON REAL REPOSITORIES: there is no git to make them")
	}
	r := &repository{scene: newScene(t), dir: filepath.Join(t.TempDir(), "repo")}
	if err := os.Mkdir(r.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	r.git("init", "-q", "-b", "main")
	r.write("src/main.go", "package main\n")
	r.git("add", ".")
	r.git("commit", "-qm", "one")
	r.branch, r.commit = "main", r.git("rev-parse", "HEAD")
	return r
}

// git runs git in the folder and returns what it prints.
func (r *repository) git(args ...string) string {
	r.Helper()
	cmd := exec.CommandContext(r.Context(), "git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org",
		"GIT_ALLOW_PROTOCOL=file")
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *repository) write(name, text string) {
	r.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		r.Fatal(err)
	}
}

func (r *repository) remove(name string) {
	r.Helper()
	if err := os.Remove(filepath.Join(r.dir, name)); err != nil {
		r.Fatal(err)
	}
}

func sum(text string) string {
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:])
}

// capture remembers an item with facts about the repository.
func (r *repository) capture(facts map[string]any) {
	r.Helper()
	metadata, err := json.Marshal(facts)
	r.ok(err)
	e := event("the heron")
	e.Metadata = metadata
	_, err = r.Remember(r.Context(), e)
	r.ok(err)
}

// all is everything that is known of the repository as it was made.
func (r *repository) all() map[string]any {
	return map[string]any{
		"gitBranch": "main", "gitCommit": r.commit, "filePath": "src/main.go", "contentSha256": sum("package main\n"),
	}
}

// drift returns the messages of a pack for a folder, one a line.
func (r *repository) drift(workspace string) string {
	r.Helper()
	p, err := r.ContextPack(r.Context(), ledger.PackRequest{
		Query: "heron", Scope: ledger.DefaultScope(), BudgetTokens: 4000, Policy: ledger.Auto, WorkspacePath: workspace,
	})
	r.ok(err)
	if len(p.Items) == 0 {
		r.Error("a risky item was left out")
	}
	var all []string
	for _, w := range p.RecallWarnings {
		all = append(all, w.Message)
	}
	return strings.Join(all, "\n")
}

func TestDrift(t *testing.T) {
	const edited = "Memory item references src/main.go, but its content hash has changed."
	const missing = "Memory item references missing file src/main.go."
	moved := func(r *repository) string {
		return "Memory item was captured at commit " + r.commit + ", but the workspace is at " + r.git("rev-parse", "HEAD") + "."
	}
	on := func(branch string) string {
		return "Memory item was captured on branch main, but the workspace is on " + branch + "."
	}
	nothing := func(*repository) string { return "" }
	for name, c := range map[string]struct {
		change func(*repository)
		want   func(*repository) string
	}{
		"nothing":         {func(*repository) {}, nothing},
		"branch switched": {func(r *repository) { r.git("switch", "-qc", "feature/x") }, func(*repository) string { return on("feature/x") }},
		"commit moved":    {func(r *repository) { r.git("commit", "-q", "--allow-empty", "-m", "two") }, moved},
		"packed references": {func(r *repository) {
			r.git("commit", "-q", "--allow-empty", "-m", "two")
			r.git("pack-refs", "--all")
		}, moved},
		"file edited":  {func(r *repository) { r.write("src/main.go", "package other\n") }, func(*repository) string { return edited }},
		"file removed": {func(r *repository) { r.remove("src/main.go") }, func(*repository) string { return missing }},
		"file renamed": {func(r *repository) { r.git("mv", "src/main.go", "src/renamed.go") }, func(*repository) string { return missing }},
		"folder in the way": {func(r *repository) {
			r.remove("src/main.go")
			r.remove("src")
			r.write("src", "a file")
		}, func(*repository) string { return missing }},
		"detached head": {func(r *repository) { r.git("switch", "-q", "--detach") }, func(*repository) string { return on("HEAD") }},
		"worktree": {func(r *repository) {
			r.git("worktree", "add", "-q", "-b", "side", "../side")
			r.dir = filepath.Join(r.dir, "..", "side")
		}, func(*repository) string { return on("side") }},
		"submodule": {func(r *repository) {
			r.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "-b", "main", r.dir, "sub")
			r.dir = filepath.Join(r.dir, "sub")
			r.git("switch", "-qc", "inner")
		}, func(*repository) string { return on("inner") }},
		"not a repository": {func(r *repository) {
			r.ok(os.RemoveAll(filepath.Join(r.dir, ".git")))
			r.write("src/main.go", "package other\n")
		}, func(*repository) string { return edited }},
		"workspace removed": {func(r *repository) { r.ok(os.RemoveAll(r.dir)) }, func(*repository) string { return missing }},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepository(t)
			r.capture(r.all())
			c.change(r)
			want := c.want(r)
			for _, path := range []string{"", t.TempDir()} {
				t.Setenv("PATH", path) // no program is run: git cannot even be found
				if got := r.drift(r.dir); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
			}
		})
	}
}

// An item that names its own workspace is compared with that, relative paths begin
// in the working directory, and without a workspace nothing is compared.
func TestWorkspaceOfAnItem(t *testing.T) {
	r := newRepository(t)
	r.git("switch", "-qc", "other")
	r.capture(map[string]any{"gitBranch": "main", "workspacePath": r.dir})
	r.capture(map[string]any{"gitBranch": "main"})
	const want = "Memory item was captured on branch main, but the workspace is on other."
	if got := r.drift(""); got != want {
		t.Errorf("own workspace: %s", got)
	}
	if got := r.drift(r.dir); got != want+"\n"+want {
		t.Errorf("both: %s", got)
	}
	l, err := ledger.Open(t.Context(), filepath.Join(t.TempDir(), "l.db"), ledger.Options{Now: now, Dir: filepath.Dir(r.dir)})
	r.ok(err)
	t.Cleanup(func() { r.ok(l.Close()) })
	r.Ledger = l
	r.capture(map[string]any{"gitBranch": "main"})
	if got := r.drift("repo"); got != want {
		t.Errorf("relative: %s", got)
	}
}

// A commit may be named by its first digits; other facts that are not texts are
// not compared.
func TestFactsOfAnItem(t *testing.T) {
	r := newRepository(t)
	for _, facts := range []map[string]any{
		{"gitCommit": r.commit[:7]},
		{"gitCommit": strings.ToUpper(r.commit)},
		{"gitBranch": 7, "gitCommit": nil, "filePath": []string{"x"}},
		{"gitBranch": " "},
		{"contentSha256": "0000"},
		{"filePath": "src/main.go", "contentSha256": strings.ToUpper(sum("package main\n"))},
		{"filePath": filepath.Join(r.dir, "src/main.go"), "contentSha256": sum("package main\n")},
		{"filePath": "src"},
	} {
		r.capture(facts)
	}
	if got := r.drift(r.dir); got != "" {
		t.Errorf("%s", got)
	}
	r.capture(map[string]any{"gitCommit": r.commit[:6]})
	if got := r.drift(r.dir); !strings.Contains(got, "captured at commit "+r.commit[:6]) {
		t.Errorf("six digits are a commit: %s", got)
	}
}
