package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const repository = "../.."

// notRun are the commands of the README that the test leaves out, with the reason.
func notRun() map[string]string {
	return map[string]string{
		"make test": "it runs every test, this one too",
	}
}

// instead are the commands of the README that the test replaces: by what, and why.
func instead() map[string][2]string {
	return map[string][2]string{
		"git clone URL agmem": {"test -d agmem", "URL is a placeholder, and a test needs no network: the test copies the source files"},
	}
}

// block is a command block of the README with the output shown below it.
type block struct {
	line     int // where it begins
	commands string
	shown    string // empty: the README does not show the output
}

// blocks returns the command blocks of a page. A block "text" is the output of
// the commands before it.
func blocks(t *testing.T, page string) []block {
	t.Helper()
	var all []block
	fence := regexp.MustCompile("(?ms)^```([^\n]*)\n(.*?)^```$")
	for _, at := range fence.FindAllStringSubmatchIndex(page, -1) {
		kind, text, line := page[at[2]:at[3]], page[at[4]:at[5]], 1+strings.Count(page[:at[0]], "\n")
		switch {
		case kind == "sh":
			all = append(all, block{line: line, commands: text})
		case kind == "text" && len(all) > 0 && all[len(all)-1].shown == "":
			all[len(all)-1].shown = text
		default:
			t.Errorf("README.md:%d: a block of the kind %q is neither commands (sh) nor the output of the commands before it (text)", line, kind)
		}
	}
	if strings.Count(page, "```")%2 != 0 || len(all) < 8 {
		t.Fatalf("the README has %d blocks of commands: the test cannot read it", len(all))
	}
	return all
}

// TestReadme pastes every command block of the README into one shell, in
// order, like a user with an empty home and the source. No command may
// fail, and the outputs are those that the README shows.
func TestReadme(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("NOT TESTED: the README is written for a POSIX shell")
	}
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("NOT TESTED: the README needs make, which is missing")
	}
	page, err := os.ReadFile(filepath.Join(repository, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	copySource(t, filepath.Join(home, "agmem"))
	all := blocks(t, string(page))
	outputs := paste(t, home, all)
	for i, b := range all {
		if got, want := normal(outputs[i], home), normal(b.shown, home); want != "" && got != want {
			t.Errorf("README.md:%d: the commands print\n%s\nthe README shows\n%s", b.line, got, want)
		}
		if strings.Contains(outputs[i], "results: []") || strings.Contains(outputs[i], `"matches": []`) {
			t.Errorf("README.md:%d: a search of this block finds nothing:\n%s", b.line, outputs[i])
		}
	}
}

// paste runs the blocks in one shell, which ends at the first command that
// fails, and returns what each block printed.
func paste(t *testing.T, home string, all []block) []string {
	t.Helper()
	const mark = "=== the next block ==="
	var script strings.Builder
	skipped, replaced := notRun(), instead()
	for _, b := range all {
		for line := range strings.Lines(b.commands) {
			command := strings.TrimSpace(line)
			if _, found := notRun()[command]; found {
				delete(skipped, command)
				continue
			}
			if other, found := instead()[command]; found {
				delete(replaced, command)
				line = other[0] + "\n"
			}
			script.WriteString(line)
		}
		fmt.Fprintf(&script, "echo '%s'\n", mark)
	}
	for command := range skipped {
		t.Errorf("the test leaves out %q, which the README does not have", command)
	}
	for command := range replaced {
		t.Errorf("the test replaces %q, which the README does not have", command)
	}
	shell := exec.CommandContext(t.Context(), "sh", "-e")
	shell.Dir, shell.Env, shell.Stdin = home, environment(t, home), strings.NewReader(script.String())
	output, err := shell.CombinedOutput()
	outputs := strings.Split(string(output), mark+"\n")
	if err != nil || len(outputs) != len(all)+1 {
		failed := min(len(outputs), len(all)) - 1
		t.Fatalf("README.md:%d: %v in the block\n%s\nwhich prints\n%s", all[failed].line, err, all[failed].commands, outputs[failed])
	}
	return outputs
}

// environment is that of an empty home. Only what finds the Go command and its
// caches is taken from this machine.
func environment(t *testing.T, home string) []string {
	t.Helper()
	env := []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir(), "LC_ALL=C", "TZ=UTC"}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN"} {
		value, err := exec.CommandContext(t.Context(), "go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(value)))
	}
	return env
}

// normal replaces what differs from run to run: ids, times, days and the home.
func normal(output, home string) string {
	for _, r := range [][2]string{
		{regexp.QuoteMeta(home), "~"},
		{`"?\b[0-9a-f]{8}(-[0-9a-f]+)*\b"?`, "ID"},
		{`"?\b\d{4}-\d\d-\d\dT[0-9:.]+Z"?`, "TIME"},
		{`\b\d{4}-\d\d-\d\d\b`, "DAY"},
	} {
		output = regexp.MustCompile(r[0]).ReplaceAllString(output, r[1])
	}
	return output
}

// copySource copies the repository without what git does not keep.
func copySource(t *testing.T, target string) {
	t.Helper()
	left := []string{".git", ".cache", "bin", "dist", "node_modules"}
	err := filepath.WalkDir(repository, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(repository, path)
		if err != nil {
			return err
		}
		switch {
		case slices.Contains(left, relative) || d.Name() == "node_modules":
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return os.MkdirAll(filepath.Join(target, relative), 0o755)
		}
		return copyFile(path, filepath.Join(target, relative))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func copyFile(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, info.Mode().Perm())
}
