package histories_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/agmem/agmem/internal/histories"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestFind(t *testing.T) {
	home := t.TempDir()
	repository := filepath.Join(home, "work", "shop")
	write(t, filepath.Join(home, "secret.md"), "- a private thing\n")
	write(t, filepath.Join(home, "CLAUDE.md"), "- not of the project\n")
	write(t, filepath.Join(repository, "AGENTS.md"), "- one rule here\n")
	write(t, filepath.Join(repository, "README.md"), "- no instructions\n")
	write(t, filepath.Join(repository, "cmd", "main.go"), "package main\n")
	write(t, filepath.Join(home, "elsewhere", "sessions", "rollout-1.jsonl"), `{"type":"session_meta","payload":{"id":"1"}}`+"\n")
	write(t, filepath.Join(home, ".claude", "projects", "-p", "subagents", "a.jsonl"), `{"type":"user","sessionId":"s","isSidechain":true}`+"\n")
	for name, target := range map[string]string{
		filepath.Join(repository, "CLAUDE.md"): "AGENTS.md",                      // the same file
		filepath.Join(repository, "GEMINI.md"): filepath.Join(home, "secret.md"), // one that the repository chose
	} {
		if err := os.Symlink(target, name); err != nil {
			t.Skip("links cannot be made here: what they lead to is not tested")
		}
	}
	var found []string
	for _, g := range histories.Find(histories.Machine{Home: home, Dir: filepath.Join(repository, "cmd"), Getenv: func(name string) string {
		if name == "CODEX_HOME" {
			return filepath.Join(home, "elsewhere")
		}
		return ""
	}}) {
		below, err := filepath.Rel(home, g.Path)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, filepath.ToSlash(below)+" "+string(g.Format))
	}
	slices.Sort(found)
	if want := []string{"elsewhere/sessions codex", "work/shop/AGENTS.md instructions"}; !slices.Equal(found, want) {
		t.Errorf("found %q, want %q", found, want)
	}
}
