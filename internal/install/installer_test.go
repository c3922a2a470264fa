package install

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem"
)

// machine is a home folder with the files of hosts.
type machine struct {
	*testing.T
	home string
}

func newMachine(t *testing.T, files map[string]string) *machine {
	m := &machine{t, t.TempDir()}
	for name, text := range files {
		m.write(name, text)
	}
	return m
}

func (m *machine) write(name, text string) {
	m.Helper()
	path := filepath.Join(m.home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		m.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		m.Fatal(err)
	}
}

func (m *machine) text(name string) string {
	m.Helper()
	text, err := os.ReadFile(filepath.Join(m.home, name))
	if err != nil {
		m.Fatal(err)
	}
	return string(text)
}

// files returns every file outside of agmem's own folder.
func (m *machine) files() map[string]string {
	m.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(m.home, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(m.home, path)
		switch {
		case err != nil || name == "data" || strings.HasPrefix(name, "data"+string(filepath.Separator)):
			return err
		case entry.IsDir():
			found[name] = "a folder"
		default:
			found[name] = m.text(name)
		}
		return nil
	})
	if err != nil {
		m.Fatal(err)
	}
	return found
}

func (m *machine) installer(program string) *Installer {
	m.Helper()
	in, err := New(Settings{Program: program, Project: filepath.Join(m.home, "repository"), Getenv: func(name string) string {
		return map[string]string{"HOME": m.home, "XDG_DATA_HOME": filepath.Join(m.home, "data")}[name]
	}})
	if err != nil {
		m.Fatal(err)
	}
	return in
}

func (m *machine) install(host, program string) Plan {
	m.Helper()
	in := m.installer(program)
	plan, err := in.Plan(host)
	if err == nil {
		err = in.Apply(m.Context(), plan)
	}
	if err != nil {
		m.Fatal(err)
	}
	return plan
}

func (m *machine) uninstall(host string) Plan {
	m.Helper()
	in := m.installer("agmem")
	plan, err := in.PlanRemoval(host)
	if err == nil {
		err = in.Apply(m.Context(), plan)
	}
	if err != nil {
		m.Fatal(err)
	}
	return plan
}

func hostNames(t *testing.T) []string {
	hosts, err := newMachine(t, nil).installer("agmem").Hosts()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, h := range hosts {
		names = append(names, h.Name)
	}
	return names
}

func usedMachine() map[string]string {
	return map[string]string{
		".claude.json":            `{"numStartups":3,"mcpServers":{"github":{"command":"gh"}},"projects":{}}`,
		".claude/settings.json":   "{}\n",
		".codex/config.toml":      "model = \"x\"\n[mcp_servers.other]\ncommand = \"o\"",
		".cursor/mcp.json":        "{\n\t\"mcpServers\": {}\n}\n",
		".hermes/config.yaml":     "memory:\n  provider: none\n",
		".config/opencode/a.json": "{}",
	}
}

// Installing twice is installing once, and uninstalling leaves every file byte for
// byte as it was: on a machine where hosts are used, and on one without any.
func TestInstallIsReversible(t *testing.T) {
	for name, files := range map[string]map[string]string{"used": usedMachine(), "new": nil} {
		m := newMachine(t, files)
		before := m.files()
		for _, host := range hostNames(t) {
			if plan := m.install(host, "agmem"); plan.Changes() == 0 {
				t.Errorf("%s: %s changes nothing", name, host)
			}
		}
		wired := m.files()
		for _, host := range hostNames(t) {
			if plan := m.install(host, "agmem"); plan.Changes() > 0 {
				t.Errorf("%s: %s changes something again: %+v", name, host, plan)
			}
		}
		if !maps.Equal(m.files(), wired) {
			t.Errorf("%s: a second time changes files", name)
		}
		for _, host := range hostNames(t) {
			m.uninstall(host)
			if plan := m.uninstall(host); plan.Changes() > 0 {
				t.Errorf("%s: %s is taken out again: %+v", name, host, plan)
			}
		}
		if after := m.files(); !maps.Equal(after, before) {
			t.Errorf("%s: left %q of %q", name, slices.Sorted(maps.Keys(after)), slices.Sorted(maps.Keys(before)))
			for file := range before {
				if after[file] != before[file] {
					t.Errorf("%s: %q was %q", file, after[file], before[file])
				}
			}
		}
	}
}

// What somebody wrote in the meantime stays, and nothing else of ours does.
func TestUninstallKeepsEdits(t *testing.T) {
	m := newMachine(t, usedMachine())
	for _, host := range hostNames(t) {
		m.install(host, "agmem")
	}
	m.write(".claude.json", strings.Replace(m.text(".claude.json"), `"numStartups":3`, `"numStartups":4,"new":[1, 2]`, 1))
	m.write(".codex/config.toml", m.text(".codex/config.toml")+"\n[later]\nx = 1\n")
	m.write(".hermes/plugins/meta_memory/plugin.yaml", "mine\n")
	for _, host := range hostNames(t) {
		plan := m.uninstall(host)
		for _, s := range plan.Steps {
			if (s.Action == Leave) != strings.HasSuffix(s.Path, "plugin.yaml") {
				t.Errorf("%s: %s, %s", s.Path, s.Action, s.Why)
			}
		}
	}
	want := usedMachine()
	want[".claude.json"] = `{"numStartups":4,"new":[1, 2],"mcpServers":{"github":{"command":"gh"}},"projects":{}}`
	want[".codex/config.toml"] += "\n[later]\nx = 1\n"
	want[".hermes/plugins/meta_memory/plugin.yaml"] = "mine\n"
	maps.Copy(want, map[string]string{".hermes/plugins": "a folder", ".hermes/plugins/meta_memory": "a folder"})
	for _, folder := range []string{".", ".claude", ".codex", ".config", ".config/opencode", ".cursor", ".hermes"} {
		want[folder] = "a folder"
	}
	if after := m.files(); !maps.Equal(after, want) {
		t.Errorf("left %q", after)
	}
}

// A new version replaces what an old one wrote, unless somebody has changed it.
func TestAnotherVersionReplacesWhatWasWritten(t *testing.T) {
	m := newMachine(t, usedMachine())
	m.install("cursor", "/old/agmem")
	m.install("cursor", "/new/agmem")
	if text := m.text(".cursor/mcp.json"); strings.Contains(text, "/old/") || !strings.Contains(text, "/new/") {
		t.Errorf("%s", text)
	}
	m.uninstall("cursor")
	if text := m.text(".cursor/mcp.json"); text != usedMachine()[".cursor/mcp.json"] {
		t.Errorf("%q", text)
	}
	m.install("cursor", "/old/agmem")
	m.write(".cursor/mcp.json", m.text(".cursor/mcp.json")+"\n")
	if plan := m.install("cursor", "/new/agmem"); plan.Steps[0].Action != Leave || plan.Steps[0].Why == "" {
		t.Errorf("%+v", plan.Steps[0])
	}
}

// A link stays a link, and a file stays as readable as it was.
func TestLinksAndRightsStay(t *testing.T) {
	m := newMachine(t, map[string]string{"dotfiles/mcp.json": "{}\n"})
	if err := os.MkdirAll(filepath.Join(m.home, ".cursor"), 0o700); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(m.home, ".cursor/mcp.json")
	if err := os.Symlink(filepath.Join(m.home, "dotfiles/mcp.json"), link); err != nil {
		t.Skip("NOT TESTED: links, because this system makes none")
	}
	m.install("cursor", "agmem")
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
	if info, err = os.Stat(link); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	if !strings.Contains(m.text("dotfiles/mcp.json"), "agmem") {
		t.Error("nothing was written")
	}
	m.uninstall("cursor")
	if text := m.text("dotfiles/mcp.json"); text != "{}\n" {
		t.Errorf("left %q", text)
	}
}

// A file that changed after the user saw the plan is not overwritten.
func TestPlansOfThePastAreRefused(t *testing.T) {
	m := newMachine(t, usedMachine())
	in := m.installer("agmem")
	plan, err := in.Plan("cursor")
	if err != nil {
		t.Fatal(err)
	}
	m.write(".cursor/mcp.json", `{"other":1}`)
	if err := in.Apply(t.Context(), plan); agmem.KindOf(err) != agmem.Conflict {
		t.Errorf("%v", err)
	}
	if text := m.text(".cursor/mcp.json"); text != `{"other":1}` {
		t.Errorf("%s", text)
	}
}

// Without the journal the pieces still come out, and what may have been there
// before stays.
func TestUninstallWithoutAJournal(t *testing.T) {
	m := newMachine(t, usedMachine())
	for _, host := range hostNames(t) {
		m.install(host, "agmem")
	}
	if err := os.RemoveAll(filepath.Join(m.home, "data")); err != nil {
		t.Fatal(err)
	}
	for _, host := range hostNames(t) {
		m.uninstall(host)
	}
	for name, text := range m.files() {
		if strings.Contains(text, "agmem") {
			t.Errorf("%s still has %q", name, text)
		}
	}
}

func TestFoldersAndHugeFilesAreRefused(t *testing.T) {
	m := newMachine(t, nil)
	if err := os.MkdirAll(filepath.Join(m.home, ".cursor/mcp.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := m.installer("agmem").Plan("cursor"); agmem.KindOf(err) != agmem.Invalid {
		t.Errorf("%v", err)
	}
	m.write(".codex/config.toml", "")
	if err := os.Truncate(filepath.Join(m.home, ".codex/config.toml"), maxFile+1); err != nil {
		t.Fatal(err)
	}
	if _, err := m.installer("agmem").Plan("codex"); agmem.KindOf(err) != agmem.TooLarge {
		t.Errorf("%v", err)
	}
	if _, err := m.installer("agmem").Plan("emacs"); agmem.KindOf(err) != agmem.Usage {
		t.Errorf("%v", err)
	}
}
