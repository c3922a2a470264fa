package agmem_test

import (
	"bytes"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// machinePath finds the path of a folder that one machine has and the next has
// not, at the place where a path begins.
var machinePath = regexp.MustCompile("(?m)(?:^|[\\s\"'`(=:,])/(?:work|root|tmp/w)/")

func TestNoPathOfOneMachine(t *testing.T) {
	walkFiles(t, func(name string) {
		if path.Base(name) == "arch_text_test.go" {
			return
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
			return
		}
		if bytes.IndexByte(data, 0) >= 0 {
			return // no text
		}
		if at := machinePath.FindIndex(data); at != nil {
			line := 1 + bytes.Count(data[:at[0]+1], []byte("\n"))
			t.Errorf("%s:%d: %q is a path of one machine: take it from a flag or the environment", name, line, data[at[0]:at[1]])
		}
	})
}

func TestMachinePath(t *testing.T) {
	for text, want := range map[string]bool{
		"see /work/notes":                 true,
		"\n/work/x":                       true,
		`path := "/tmp/w/db"`:             true,
		"https://example.org/work/x":      false,
		"src/work/x":                      false,
		"AGMEM_TESTDATA=/work/data":       true,
		"a folder like ~/work/my-project": false,
	} {
		if got := machinePath.MatchString(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestTheMapNamesEveryPackage keeps ARCHITECTURE.md complete: a package that
// is not on the map is not found by readers who begin there.
func TestTheMapNamesEveryPackage(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	named := make(map[string]bool)
	for _, p := range packagePath.FindAllString(string(text), -1) {
		named[p] = true
		if _, err := os.Stat(p); err != nil && !isFile(p+".go") {
			t.Errorf("ARCHITECTURE.md names %s, which does not exist", p)
		}
	}
	for _, p := range readSource(t).packages {
		if (p.within("internal") || p.within("cmd")) && !named[p.path] {
			t.Errorf("ARCHITECTURE.md does not name %s: give it a line in the tree, with what it is for", p.path)
		}
	}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

var packagePath = regexp.MustCompile(`\b(?:internal|cmd)/[a-z0-9/-]*[a-z0-9]`)

func TestPathsInDocumentsExist(t *testing.T) {
	walkFiles(t, func(name string) {
		if path.Ext(name) != ".md" {
			return
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
			return
		}
		for _, p := range pathsIn(name, string(text)) {
			if _, err := os.Stat(p); err != nil {
				t.Errorf("%s names %s, which does not exist", name, p)
			}
		}
	})
}

var (
	codePath = regexp.MustCompile("`((?:internal|cmd|docs|scripts|bench|integrations|skills)/[^`\\s]*)[^`\n]*`")
	linkPath = regexp.MustCompile(`\]\(([^)#:\s]+)(?:#[^)\s]*)?\)`)
)

// pathsIn returns the paths of this repository that a document names: code that
// begins with one of its folders, and links. What holds a word in capitals, a
// star, a brace or a dollar sign is a pattern.
func pathsIn(name, text string) []string {
	var paths []string
	for _, m := range codePath.FindAllStringSubmatch(text, -1) {
		if !strings.ContainsAny(m[1], "*{$…") && !strings.Contains(m[1], "NAME") {
			paths = append(paths, m[1])
		}
	}
	for _, m := range linkPath.FindAllStringSubmatch(text, -1) {
		paths = append(paths, path.Join(path.Dir(name), m[1]))
	}
	return paths
}

func TestPathsIn(t *testing.T) {
	for text, want := range map[string]string{
		"see `internal/cli` and [this](b.md#part)":        "internal/cli docs/b.md",
		"[up](../README.md), `scripts/check vet`":         "scripts/check README.md",
		"`internal/NAME`, `bench/*.md`, `wire.Parts`":     "",
		"[out](https://example.org/a) and [here](#below)": "",
	} {
		if got := strings.Join(pathsIn("docs/a.md", text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
