package memorycli_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/clitest"
)

// TestJqProjectsOwnTests runs the jq project's tests: writes the input of each
// and queries it. What gojq does differently is in
// testdata/jq_differences.txt, a line each with the reason; a difference that
// has gone has to go there too.
func TestJqProjectsOwnTests(t *testing.T) {
	folder := os.Getenv("AGMEM_TESTDATA")
	if folder == "" {
		t.Skip("NOT TESTED: AGMEM_TESTDATA is not set, it names the folder with jq/jq.test and jq/man.test of the jq project")
	}
	differences := readDifferences(t)
	for _, name := range []string{"jq.test", "man.test"} {
		t.Run(name, func(t *testing.T) {
			cases := readCases(t, filepath.Join(folder, "jq", name))
			h := clitest.NewHome(t, "memory-cli")
			passed := 0
			for _, c := range cases {
				place := fmt.Sprintf("%s:%d", name, c.line)
				err := c.run(t, h)
				reason, expected := differences[place]
				delete(differences, place)
				switch {
				case err == nil && expected:
					t.Errorf("%s passes, against the reason in testdata/jq_differences.txt: %s", place, reason)
				case err != nil && !expected:
					t.Errorf("%s: %s\n%v", place, c.program, err)
				case err == nil:
					passed++
				}
			}
			t.Logf("%d of %d cases of %s pass", passed, len(cases), name)
		})
	}
	for place := range differences {
		t.Errorf("testdata/jq_differences.txt names %s, where no case begins", place)
	}
}

// jqCase is a case of the jq project's tests.
type jqCase struct {
	line    int // of the program, from 1
	program string
	fails   bool // the program must not compile
	input   string
	want    []string
}

// readCases reads a file of groups of lines: program, input and results, or
// %%FAIL and a program. What jq says of a program that fails is its own.
func readCases(t *testing.T, name string) []jqCase {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	var cases []jqCase
	for i := 0; i < len(lines); i++ {
		if isComment(lines[i]) {
			continue
		}
		c := jqCase{fails: strings.HasPrefix(lines[i], "%%FAIL")}
		if c.fails {
			i++
		}
		c.line, c.program = i+1, lines[i]
		if i++; !c.fails {
			c.input = lines[i]
			i++
		}
		for ; i < len(lines) && strings.TrimSpace(lines[i]) != ""; i++ {
			if !isComment(lines[i]) {
				c.want = append(c.want, lines[i])
			}
		}
		cases = append(cases, c)
	}
	return cases
}

func isComment(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#'
}

// run returns why the case fails, nil where it passes. The jq project lets a
// filter end in an error after the results that count.
func (c jqCase) run(t *testing.T, h *clitest.Home) error {
	input := c.input
	if c.fails {
		input = "null"
	}
	if _, stderr, code := h.Run(t, input, "write", "jq", "case", "--stdin"); code != 0 {
		return errors.New(stderr)
	}
	stdout, stderr, code := h.Run(t, "", "query", "jq", "case", c.program)
	if c.fails {
		refused := strings.Contains(stderr, "the filter is not valid jq") || strings.Contains(stderr, "the filter does not compile")
		if code != 1 || !refused {
			return fmt.Errorf("it must not compile, but gives %q, exit code %d\n%s", stdout, code, stderr)
		}
		return nil
	}
	got := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	if stdout == "" {
		got = nil
	}
	if !slices.EqualFunc(got, c.want, sameJSON) {
		return fmt.Errorf("input %s\ngot   %q\nwant  %q\n%s", c.input, got, c.want, stderr)
	}
	return nil
}

// sameJSON compares values as jq does: numbers as floats, objects without
// their order.
func sameJSON(a, b string) bool {
	x, okX := plainJSON(a)
	y, okY := plainJSON(b)
	return okX && okY && bytes.Equal(x, y)
}

func plainJSON(text string) ([]byte, bool) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var v any
	if decoder.Decode(&v) != nil {
		return nil, false
	}
	plain, err := json.Marshal(withFloats(v))
	return plain, err == nil
}

// withFloats replaces numbers by floats in one form; those that no float holds
// are the largest.
func withFloats(v any) any {
	switch v := v.(type) {
	case json.Number:
		f, _ := strconv.ParseFloat(v.String(), 64)
		return strconv.FormatFloat(f+0, 'g', -1, 64) // no -0
	case []any:
		for i := range v {
			v[i] = withFloats(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = withFloats(v[name])
		}
	}
	return v
}

// readDifferences returns the reasons by file:line.
func readDifferences(t *testing.T) map[string]string {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "jq_differences.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	reasons := map[string]string{}
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		if isComment(scanner.Text()) {
			continue
		}
		place, reason, ok := strings.Cut(scanner.Text(), " ")
		if !ok || reasons[place] != "" {
			t.Fatalf("testdata/jq_differences.txt: %q is not a place with a reason, or the second for it", scanner.Text())
		}
		reasons[place] = strings.TrimSpace(reason)
	}
	return reasons
}
