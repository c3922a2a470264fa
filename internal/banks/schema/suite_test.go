package schema

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// suiteCase is a schema of the JSON Schema Test Suite with its values.
type suiteCase struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// reachingOut names the cases of the suite with a reference to another
// document, which are refused: nothing is fetched. All others are judged as the
// suite says.
func reachingOut() []string {
	return []string{
		"defs.json: validate definition against metaschema",
		"dynamicRef.json: strict-tree schema, guards against misspelled properties",
		"dynamicRef.json: tests for implementation dynamic anchor and reference link",
		"dynamicRef.json: $ref and $dynamicAnchor are independent of order - $defs first",
		"dynamicRef.json: $ref and $dynamicAnchor are independent of order - $ref first",
		"dynamicRef.json: $ref to $dynamicRef finds detached $dynamicAnchor",
		"ref.json: remote ref, containing refs itself",
		"refRemote.json: remote ref",
		"refRemote.json: fragment within remote ref",
		"refRemote.json: anchor within remote ref",
		"refRemote.json: ref within remote ref",
		"refRemote.json: base URI change",
		"refRemote.json: base URI change - change folder",
		"refRemote.json: base URI change - change folder in subschema",
		"refRemote.json: root ref in remote ref",
		"refRemote.json: remote ref with ref to defs",
		"refRemote.json: Location-independent identifier in remote ref",
		"refRemote.json: retrieved nested refs resolve relative to their URI not $id",
		"refRemote.json: remote HTTP ref with different $id",
		"refRemote.json: remote HTTP ref with different URN $id",
		"refRemote.json: remote HTTP ref with nested absolute ref",
		"refRemote.json: $ref to $ref finds detached $anchor",
	}
}

// TestSuite runs the JSON Schema Test Suite of the dialect, which is in the
// module of the library that the other tests compare with.
func TestSuite(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/google/jsonschema-go").Output()
	if err != nil {
		t.Skipf("NOT TESTED: the JSON Schema Test Suite, for the go command does not say where it is: %v", err)
	}
	folder := filepath.Join(strings.TrimSpace(string(dir)), "jsonschema", "testdata", "draft2020-12")
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) < 30 {
		t.Fatalf("%d files in %s: %v", len(files), folder, err)
	}
	refused, passed := reachingOut(), 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var cases []suiteCase
		if err := json.Unmarshal(data, &cases); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, c := range cases {
			place := filepath.Base(name) + ": " + c.Description
			if i := slices.Index(refused, place); i >= 0 {
				refused = slices.Delete(refused, i, i+1)
				if _, err := Compile(c.Schema); !isNotSchema(err) {
					t.Errorf("%s: %v", place, err)
				}
				continue
			}
			for _, failure := range c.run(t.Context()) {
				t.Errorf("%s: %s", place, failure)
			}
			passed += len(c.Tests)
		}
	}
	if len(refused) > 0 {
		t.Errorf("there are no cases %q", refused)
	}
	t.Logf("%d values are judged as the suite says, %d schemas reach out and are refused", passed, len(reachingOut()))
}

// run returns what is wrong with the case.
func (c suiteCase) run(ctx context.Context) (failures []string) {
	s, err := Compile(c.Schema)
	if err != nil {
		return []string{err.Error()}
	}
	for _, test := range c.Tests {
		err := s.Check(ctx, test.Data)
		e, broken := errors.AsType[*Violation](err)
		switch {
		case test.Valid && err != nil:
			failures = append(failures, test.Description+": "+err.Error())
		case !test.Valid && (!broken || e.Rule == ""):
			failures = append(failures, test.Description+": it breaks no rule")
		}
	}
	return failures
}
