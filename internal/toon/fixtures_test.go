package toon_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/agmem/agmem/internal/toon"
	"github.com/agmem/agmem/internal/toon/toontest"
)

// fixture is one test of the conformance suite. The values stay raw so that
// the order of their keys survives.
type fixture struct {
	Name        string          `json:"name"`
	Input       json.RawMessage `json:"input"`
	Expected    json.RawMessage `json:"expected"`
	ShouldError bool            `json:"shouldError"`
	Options     struct {
		Delimiter  string `json:"delimiter"`
		IndentSize int    `json:"indentSize"`
		Strict     *bool  `json:"strict"`
	} `json:"options"`
}

// fixtureFiles returns the paths of one category of the suite.
func fixtureFiles(t *testing.T, category string) []string {
	t.Helper()
	root := os.Getenv("AGMEM_TESTDATA")
	if root == "" {
		t.Skipf("NOT TESTED: the TOON %s conformance fixtures did not run. Set AGMEM_TESTDATA to a folder "+
			"that holds toon/tests/fixtures, a copy of tests/fixtures in the public repository toon-format/spec.", category)
	}
	paths, err := filepath.Glob(filepath.Join(root, "toon", "tests", "fixtures", category, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// readFixtures returns the tests of one file.
func readFixtures(t *testing.T, path string) []fixture {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Tests []fixture `json:"tests"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return file.Tests
}

// runFixtures runs every test of one category and logs how many there were.
func runFixtures(t *testing.T, category string, run func(*testing.T, fixture)) {
	paths := fixtureFiles(t, category)
	count := 0
	for _, path := range paths {
		for _, test := range readFixtures(t, path) {
			count++
			t.Run(filepath.Base(path)+"/"+test.Name, func(t *testing.T) { run(t, test) })
		}
	}
	if count == 0 {
		t.Fatalf("no %s fixtures were found under AGMEM_TESTDATA", category)
	}
	t.Logf("%d %s fixtures ran, from %d files", count, category, len(paths))
}

func TestEncodeFixtures(t *testing.T) {
	runFixtures(t, "encode", func(t *testing.T, f fixture) {
		options := toon.MarshalOptions{IndentSize: f.Options.IndentSize}
		if f.Options.Delimiter != "" {
			options.Delimiter = toon.Delimiter(f.Options.Delimiter[0])
		}
		got, err := options.Marshal(fromJSON(t, f.Input))
		if f.ShouldError {
			if err == nil {
				t.Fatalf("got %q, want an error", got)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if want := fromJSON(t, f.Expected); string(got) != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	})
}

func TestDecodeFixtures(t *testing.T) {
	runFixtures(t, "decode", func(t *testing.T, f fixture) {
		options := toontest.UnmarshalOptions{IndentSize: f.Options.IndentSize}
		if f.Options.Strict != nil {
			options.Lenient = !*f.Options.Strict
		}
		input := fromJSON(t, f.Input).(string)
		got, err := options.Unmarshal([]byte(input))
		if f.ShouldError {
			if err == nil {
				t.Fatalf("got %s for %q, want an error", show(got), input)
			}
			return
		}
		if err != nil {
			t.Fatalf("%q: %v", input, err)
		}
		if want := fromJSON(t, f.Expected); show(got) != show(want) {
			t.Errorf("got  %s\nwant %s", show(got), show(want))
		}
	})
}
