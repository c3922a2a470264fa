package bankfolder_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agmem/agmem/internal/banks/bankfolder"
)

func TestLocate(t *testing.T) {
	root := t.TempDir()
	home := filepath.Join(root, "home")
	for _, dir := range []string{
		"home/.slop-mcp",
		"home/work/project/.slop-mcp/memory",
		"home/work/project/sub/deep",
		"home/work/project/repo/.git",
		"home/work/project/repo/sub",
		"home/work/plain/sub",
		"home/work/file/sub",
		"repo/.slop-mcp", "repo/.git", "repo/sub",
		"worktree/sub",
	} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"home/work/file/.slop-mcp", "worktree/.git"} {
		if err := os.WriteFile(filepath.Join(root, file), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := func(name string) string { return map[string]string{"HOME": home, "USERPROFILE": home}[name] }
	for dir, want := range map[string]string{
		"home/work/project":          "home/work/project",
		"home/work/project/sub/deep": "home/work/project",
		"home/work/project/repo/sub": "", // the repository is its own project
		"home/work/plain/sub":        "",
		"home/work/file/sub":         "", // a file of that name is not a mark
		"home":                       "",
		"repo/sub":                   "repo", // the root of the repository still counts
		"worktree/sub":               "",
	} {
		places := bankfolder.Locate(env, filepath.Join(root, dir))
		folder := want
		if want == "" {
			folder = dir
		}
		if got := filepath.Join(root, folder, ".slop-mcp", "memory"); places.Project != got || places.ProjectFound != (want != "") {
			t.Errorf("%s: %s, %v; want %s", dir, places.Project, places.ProjectFound, got)
		}
		if places.User != filepath.Join(home, ".config", "slop-mcp", "memory") {
			t.Errorf("the user's banks are in %s", places.User)
		}
	}
	if places := bankfolder.Locate(func(string) string { return "" }, ""); places.UserErr == nil || places.Project != "" {
		t.Errorf("without a home and a working directory: %+v", places)
	}
}
