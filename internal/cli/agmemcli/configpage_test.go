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
	variable := regexp.MustCompile(`AGMEM_[A-Z_]+|MEMEX_HOME|META_MEMORY_DB|XDG_[A-Z]+_HOME|NO_COLOR|CLAUDE[A-Z_]+|CODEX_[A-Z_]+|HERMES_[A-Z_]+|OPENCODE`)
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
			if err == nil && slices.Contains([]string{"clitest", "mcptest"}, filepath.Base(path)) {
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
