package skills_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/frontmatter"
)

// A host shows the description of a skill always and reads the rest when it is
// asked for: both have limits (agentskills.io).
func TestSkillsKeepTheirFormat(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	files, err := filepath.Glob("*/SKILL.md")
	if err != nil || len(files) < 4 {
		t.Fatalf("the skills are %v, %v", files, err)
	}
	for _, file := range files {
		folder, text := filepath.Dir(file), read(t, file)
		block, ok := frontmatter.Cut([]byte(text))
		fields, err := frontmatter.Parse([]byte(text)[block.YAML.Start:block.YAML.End])
		if !ok || err != nil {
			t.Fatalf("%s: the frontmatter cannot be read: %v", folder, err)
		}
		if got := fields.Text("name"); got != folder || !name.MatchString(got) || len(got) > 64 {
			t.Errorf("%s: the name is %q", folder, got)
		}
		if d := fields.Text("description"); len(d) > 1024 || !strings.Contains(d, "Use ") {
			t.Errorf("%s: the description has %d bytes and has to say when to use it: %s", folder, len(d), d)
		}
		if c := fields.Text("compatibility"); len(c) > 500 {
			t.Errorf("%s: compatibility has %d bytes", folder, len(c))
		}
		for _, f := range fields {
			if !slices.Contains([]string{"name", "description", "license", "compatibility", "metadata", "allowed-tools"}, f.Name) {
				t.Errorf("%s: the format has no field %s", folder, f.Name)
			}
		}
		if lines := strings.Count(text[block.Body:], "\n"); lines >= 500 || len(text) > 4*5000 {
			t.Errorf("%s: %d lines, %d bytes", folder, lines, len(text))
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
