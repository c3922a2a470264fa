package clitest

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Documented is a field of JSON as a page of docs/ describes it.
type Documented struct {
	Kind     string
	Optional bool
}

// Fields are the kinds of the fields of JSON values, by their paths.
type Fields map[string]string

// ReadPromise returns the fields of each section of a page by its heading, in
// tables whose rows begin with a path in backquotes and a kind.
func ReadPromise(t *testing.T, path string) map[string]map[string]Documented {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	heading := regexp.MustCompile("^##+ `?([^`]+)`?$")
	row := regexp.MustCompile("^\\| `([^`]+)` \\| ([a-z]+)(, optional)? \\|")
	sections := map[string]map[string]Documented{}
	var fields map[string]Documented
	inCode := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "```") {
			inCode = !inCode
		}
		if inCode {
			continue
		}
		if m := heading.FindStringSubmatch(line); m != nil {
			fields = map[string]Documented{}
			sections[m[1]] = fields
		} else if m := row.FindStringSubmatch(line); m != nil {
			fields[m[1]] = Documented{Kind: m[2], Optional: m[3] != ""}
		}
	}
	return sections
}

// Observe adds the fields of a JSON text. Those of a value that the caller
// stored itself do not belong to the program: opaque names their paths.
func (f Fields) Observe(t *testing.T, text string, opaque ...string) {
	t.Helper()
	f.add(Numbers(t, text), "", opaque)
}

func (f Fields) add(v any, path string, opaque []string) {
	kind, nested := kindOf(v), !slices.Contains(opaque, path)
	if !nested {
		kind = "any"
	}
	if path != "" && !strings.HasSuffix(path, "[]") && kind != "null" {
		f[path] = kind
	}
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if nested {
				f.add(value, strings.TrimPrefix(path+"."+key, "."), opaque)
			}
		}
	case []any:
		for _, element := range v {
			if _, plain := element.(string); nested && !plain {
				f.add(element, path+"[]", opaque)
			}
		}
	}
}

func kindOf(v any) string {
	switch v := v.(type) {
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case json.Number:
		if _, err := v.Int64(); err == nil {
			return "integer"
		}
		return "number"
	case string:
		return "string"
	case bool:
		return "boolean"
	}
	return "null"
}

// Numbers decodes a JSON text and keeps its numbers as they are written.
func Numbers(t *testing.T, text string) any {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// Compare reports fields that a page does not mention or describes otherwise,
// and described ones that were not seen; of the optional ones those may be
// absent that absent names.
func Compare(t *testing.T, what string, promise map[string]Documented, seen Fields, absent []string) {
	t.Helper()
	for path, kind := range seen {
		p, ok := promise[path]
		if !ok {
			t.Errorf("%s writes %s, which the page does not mention", what, path)
		} else if p.Kind != kind && !(p.Kind == "number" && kind == "integer") {
			t.Errorf("%s writes %s as %s, the page promises %s", what, path, kind, p.Kind)
		}
	}
	for path, p := range promise {
		if _, ok := seen[path]; !ok && !(p.Optional && slices.Contains(absent, path)) {
			t.Errorf("the page promises %s of %s, which was not written", path, what)
		}
	}
}
