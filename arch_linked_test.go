package agmem_test

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// notLinked says what cmd/agmem must not be linked with, and why: Go
// initialises every package that is linked before main begins, in every
// process. What needs one of these belongs to internal/wire/full.
func notLinked() map[string]string {
	return map[string]string{
		"net/http":                               "it brings TLS and HTTP/2 along; no local command speaks to a network",
		"crypto/tls":                             "its tables and the root certificates' parser are for a network",
		"encoding/gob":                           "it registers every basic type at the start: 0.2 ms and 370 allocations",
		"github.com/modelcontextprotocol/go-sdk": "the MCP server is started once for a session, not once for a command",
		"github.com/google/jsonschema-go":        "it reflects over its types at the start: 0.1 ms and 300 allocations",
		"github.com/itchyny/gojq":                "it builds its tables of builtins at the start: 0.45 ms and 2,278 allocations",
		modulePath + "/internal/embed/remote":    "it asks services over HTTP",
		modulePath + "/internal/embed/fetch":     "it downloads and unpacks models",
		modulePath + "/internal/mcp":             "it is on top of the MCP SDK",
		modulePath + "/internal/wire/full":       "it imports all of the above",
	}
}

func TestTheLightBuildStaysLight(t *testing.T) {
	linked := linkedInto(t, "./cmd/agmem")
	for _, p := range linked {
		for forbidden, why := range notLinked() {
			if p == forbidden || strings.HasPrefix(p, forbidden+"/") {
				t.Errorf("cmd/agmem is linked with %s: %s.\nThese import it: %s", p, why, strings.Join(importers(t, p, linked), ", "))
			}
		}
	}
}

// TestTheFullBuildIsLinked shows that the names in the table are those of real
// packages: one that is misspelt would never be found.
func TestTheFullBuildIsLinked(t *testing.T) {
	linked := linkedInto(t, "./cmd/agmem-full")
	for forbidden := range notLinked() {
		known := func(p string) bool { return p == forbidden || strings.HasPrefix(p, forbidden+"/") }
		if !slices.ContainsFunc(linked, known) {
			t.Errorf("cmd/agmem-full is not linked with %s: the row in arch_linked_test.go forbids nothing", forbidden)
		}
	}
}

// linkedInto returns every package that a program is linked with.
func linkedInto(t *testing.T, program string) []string {
	t.Helper()
	return strings.Fields(goList(t, "-deps", program))
}

// importers returns which of the packages import one.
func importers(t *testing.T, imported string, packages []string) []string {
	t.Helper()
	var all []string
	args := append([]string{"-f", `{{.ImportPath}} {{join .Imports " "}}`}, packages...)
	for line := range strings.Lines(goList(t, args...)) {
		if words := strings.Fields(line); len(words) > 0 && slices.Contains(words[1:], imported) {
			all = append(all, words[0])
		}
	}
	return all
}

func goList(t *testing.T, args ...string) string {
	t.Helper()
	var stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list"}, args...)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	return string(out)
}
