package integrations_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/hook"
	"github.com/agmem/agmem/skills"
)

// plugins are the folders whose formats share their parts.
var plugins = []struct {
	folder, manifest, servers string
	moments                   []hook.Moment // that it has hooks for
}{
	{"claude", ".claude-plugin/plugin.json", ".mcp.json", hook.Moments()},
	{"codex", ".codex-plugin/plugin.json", ".mcp.json", []hook.Moment{hook.SessionStart, hook.Prompt, hook.PreCompact, hook.Stop}},
	{"agent-plugins", "plugin.json", "mcp.json", nil},
	{"cursor", ".cursor-plugin/plugin.json", "mcp.json", nil},
}

// decode reads a file of a plugin; a member that the value does not have is a fault
// where strict says so.
func decode(t *testing.T, strict bool, value any, path ...string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if strict {
		d.DisallowUnknownFields()
	}
	if err := d.Decode(value); err != nil {
		t.Errorf("%v: %v", path, err)
	}
}

func TestPlugins(t *testing.T) {
	for _, p := range plugins {
		var manifest struct{ Name, Version, Description, Skills, McpServers string }
		decode(t, false, &manifest, p.folder, p.manifest)
		if manifest.Name != "agmem" || manifest.Version == "" || manifest.Description == "" {
			t.Errorf("%s: %+v", p.folder, manifest)
		}
		for _, path := range []string{manifest.Skills, manifest.McpServers} {
			if _, err := os.Stat(filepath.Join(p.folder, path)); err != nil || path != "" && !strings.HasPrefix(path, "./") {
				t.Errorf("%s names %q: %v", p.folder, path, err)
			}
		}
		var servers struct {
			McpServers map[string]struct {
				Command string
				Args    []string
			}
		}
		decode(t, false, &servers, p.folder, p.servers)
		if s := servers.McpServers["agmem"]; len(servers.McpServers) != 1 || s.Command != "agmem" || !slices.Equal(s.Args, []string{"mcp"}) {
			t.Errorf("%s: the servers are %+v", p.folder, servers)
		}
		skill, err := os.ReadFile(filepath.Join(p.folder, "skills", "agmem", "SKILL.md"))
		if err != nil || !bytes.Equal(skill, skills.Agmem()) {
			t.Errorf("%s: its skill is not that of skills/agmem (%v): copy it", p.folder, err)
		}
		checkHooks(t, p.folder, p.moments)
	}
}

// checkHooks checks that a plugin calls agmem at some moments, and that it lets a
// session go on where there is no agmem.
func checkHooks(t *testing.T, folder string, moments []hook.Moment) {
	t.Helper()
	if len(moments) == 0 {
		if _, err := os.Stat(filepath.Join(folder, "hooks")); err == nil {
			t.Errorf("%s has hooks, and its format has none", folder)
		}
		return
	}
	type command struct {
		Type, Command string
		Timeout       int
	}
	var file struct {
		Description string
		Hooks       map[string][]struct{ Hooks []command }
	}
	decode(t, true, &file, folder, "hooks", "hooks.json")
	for _, m := range moments {
		line, err := hook.Answer(m, "x")
		var answer struct {
			HookSpecificOutput struct{ HookEventName string }
		}
		if err != nil || json.Unmarshal(line, &answer) != nil {
			t.Fatalf("%s, %v", line, err)
		}
		event := answer.HookSpecificOutput.HookEventName
		want := command{"command", "if command -v agmem >/dev/null 2>&1; then agmem hook " + string(m) + "; else cat >/dev/null; fi", 10}
		if got := file.Hooks[event]; len(got) != 1 || len(got[0].Hooks) != 1 || got[0].Hooks[0] != want {
			t.Errorf("%s, %s: %+v", folder, event, got)
		}
	}
	if len(file.Hooks) != len(moments) {
		t.Errorf("%s has hooks for %d moments, want %d", folder, len(file.Hooks), len(moments))
	}
}

// This folder is a marketplace for two hosts; what it offers is there.
func TestMarketplaces(t *testing.T) {
	var claude struct {
		Plugins []struct{ Name, Source string }
	}
	decode(t, false, &claude, ".claude-plugin", "marketplace.json")
	var codex struct {
		Plugins []struct {
			Name   string
			Source struct{ Source, Path string }
		}
	}
	decode(t, false, &codex, ".agents", "plugins", "marketplace.json")
	if len(claude.Plugins) != 1 || len(codex.Plugins) != 1 || codex.Plugins[0].Source.Source != "local" {
		t.Fatalf("%+v, %+v", claude, codex)
	}
	for folder, manifest := range map[string]string{claude.Plugins[0].Source: ".claude-plugin", codex.Plugins[0].Source.Path: ".codex-plugin"} {
		if _, err := os.Stat(filepath.Join(folder, manifest, "plugin.json")); err != nil {
			t.Error(err)
		}
	}
}
