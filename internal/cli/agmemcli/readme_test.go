package agmemcli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/config"
)

const repository = "../../.."

func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// block returns the first code block of a kind after a place in a text.
func block(t *testing.T, text, kind string) (code, rest string) {
	t.Helper()
	_, rest, found := strings.Cut(text, "\n```"+kind+"\n")
	code, rest, closed := strings.Cut(rest, "\n```")
	if !found || !closed {
		t.Fatalf("there is no block %q", kind)
	}
	return code, rest
}

// words cuts a command line as a shell does, as far as the README needs it.
func words(line string) []string {
	var all []string
	for _, m := range regexp.MustCompile(`"([^"]*)"|(\S+)`).FindAllStringSubmatch(line, -1) {
		all = append(all, m[1]+m[2])
	}
	return all
}

// The session at the head of the README works as it stands there, and the
// answer that the README shows is the one that is printed, ids apart.
func TestReadmeSession(t *testing.T) {
	session, rest := block(t, document(t, "README.md"), "console")
	shown, _ := block(t, rest, "")
	h := newHome(t)
	answers := map[string]string{}
	for line := range strings.Lines(session) {
		command, ok := strings.CutPrefix(strings.TrimSpace(line), "$ agmem ")
		if !ok {
			t.Fatalf("the session holds %q, which is no command", line)
		}
		answers[command] = h.Must(t, words(command)...)
	}
	if len(answers) != 5 {
		t.Errorf("the session has %d commands, want 5", len(answers))
	}
	anID := regexp.MustCompile(`(?m)^  "?[0-9a-f]{8}(?:-[0-9a-f])?"?,`)
	for command, answer := range answers {
		if strings.TrimSpace(answer) == "" || strings.Contains(answer, "[0]") || strings.Contains(answer, ": []") {
			t.Errorf("agmem %s found nothing:\n%s", command, answer)
		}
		if strings.Contains(command, "fial") {
			got, want := anID.ReplaceAllString(strings.TrimSpace(answer), "ID,"), anID.ReplaceAllString(shown, "ID,")
			if got != want {
				t.Errorf("agmem %s prints\n%s\nthe README shows\n%s", command, got, want)
			}
		}
	}
}

// docs/configuration.md names every key and every environment variable that
// the program reads, and no other.
func TestConfigurationPage(t *testing.T) {
	page := document(t, "docs/configuration.md")
	for _, k := range config.Known() {
		row := regexp.MustCompile("(?m)^\\| `" + regexp.QuoteMeta(k.Name) + "` \\| " + string(k.Type) + " \\|.*$").FindString(page)
		if row == "" || k.Default != "" && !strings.Contains(row, "`"+k.Default+"`") {
			t.Errorf("the page does not say that %s is a %s with the default %q", k.Name, k.Type, k.Default)
		}
	}
	variable := regexp.MustCompile(`AGMEM_[A-Z_]+|MEMEX_HOME|XDG_[A-Z]+_HOME|NO_COLOR|CLAUDE[A-Z_]+|CODEX_[A-Z_]+|HERMES_[A-Z_]+|OPENCODE`)
	read := map[string]bool{}
	for _, path := range sources(t) {
		for _, literal := range regexp.MustCompile(`"[^"\n]*"`).FindAllString(document(t, path), -1) {
			if name := strings.Trim(literal, `"`); variable.FindString(name) == name && name != "" {
				read[name] = true
			}
		}
	}
	if len(read) < 8 {
		t.Fatalf("only %v are read: the test looks in the wrong place", read)
	}
	_, environment, _ := strings.Cut(page, "## Environment")
	told := variable.FindAllString(environment, -1)
	for name := range read {
		if !slices.Contains(told, name) {
			t.Errorf("the page does not tell of $%s", name)
		}
	}
	for _, name := range told {
		if !read[name] {
			t.Errorf("the page tells of $%s, which nothing reads", name)
		}
	}
}

// sources returns the Go files that ship.
func sources(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, top := range []string{"internal", "cmd"} {
		err := filepath.WalkDir(filepath.Join(repository, top), func(path string, _ os.DirEntry, err error) error {
			if err == nil && filepath.Base(path) == "clitest" {
				return filepath.SkipDir
			}
			if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				relative, err := filepath.Rel(repository, path)
				all = append(all, relative)
				return err
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}
