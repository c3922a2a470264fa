package memorycli_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/agmem/agmem/internal/cli/memorycli"
)

// node is one node of the tool definition: what its children say.
type node map[string][]string

// readKDL returns the nodes of a kind below the tool, by name.
func readKDL(t *testing.T, kind string) map[string]node {
	t.Helper()
	text, err := os.ReadFile("../../../integrations/slop-mcp/memory.kdl")
	if err != nil {
		t.Fatal(err)
	}
	nodes := map[string]node{}
	word := regexp.MustCompile(`"([^"]*)"|\S+`)
	for _, m := range regexp.MustCompile(`(?s)    `+kind+` "([^"]+)" \{\n(.*?)\n    \}`).FindAllStringSubmatch(string(text), -1) {
		n := node{}
		for line := range strings.Lines(m[2]) {
			words := word.FindAllString(line, -1)
			for i := range words {
				words[i] = strings.Trim(words[i], `"`)
			}
			n[words[0]] = words[1:]
		}
		if _, twice := nodes[m[1]]; twice {
			t.Errorf("%s %q stands twice", kind, m[1])
		}
		nodes[m[1]] = n
	}
	if len(nodes) == 0 {
		t.Fatalf("there is no %s", kind)
	}
	return nodes
}

// tools returns the commands that a tool can call: those that end by
// themselves and are not about the command line itself.
func tools() []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(memorycli.Root().Commands()), func(c *cobra.Command) bool {
		return slices.Contains([]string{"mcp", "completion", "help"}, c.Name())
	})
}

func TestToolDefinitionHasEveryCommand(t *testing.T) {
	var names []string
	for _, c := range tools() {
		names = append(names, c.Name())
	}
	told := slices.Sorted(slices.Values(readKDL(t, "arg")["command"]["enum"]))
	if !slices.Equal(told, slices.Sorted(slices.Values(names))) {
		t.Errorf("the definition has the commands %v, the program %v", told, names)
	}
}

func TestToolDefinitionHasEveryFlag(t *testing.T) {
	flags := map[string]*pflag.Flag{}
	for _, c := range tools() {
		c.Flags().VisitAll(func(f *pflag.Flag) { flags["--"+f.Name] = f })
	}
	args := readKDL(t, "arg")
	for name, n := range readKDL(t, "flag") {
		long := strings.Join(n["long"], " ")
		f, ok := flags[long]
		if !ok {
			t.Errorf("flag %q is %q, which no command has", name, long)
			continue
		}
		delete(flags, long)
		checkFlag(t, name, n, f)
		if want := strings.TrimPrefix(long, "--"); (name == want) == (args[want] != nil || want == "stdin") {
			t.Errorf("flag %q should be called %q, unless an argument or what the host feeds to standard input is", name, want)
		}
	}
	if len(flags) > 0 {
		t.Errorf("the definition lacks %v", slices.Sorted(maps.Keys(flags)))
	}
}

func checkFlag(t *testing.T, name string, n node, f *pflag.Flag) {
	t.Helper()
	kind := map[string]string{"bool": "boolean", "int": "number"}
	want, special := kind[f.Value.Type()]
	if !special {
		want = "string"
	}
	if got := strings.Join(n["type"], " "); got != want {
		t.Errorf("flag %q has the type %q, want %q", name, got, want)
	}
	short := ""
	if f.Shorthand != "" {
		short = "-" + f.Shorthand
	}
	if got := strings.Join(n["short"], " "); got != short {
		t.Errorf("flag %q has the short form %q, want %q", name, got, short)
	}
	if got := strings.Join(n["default"], " "); want == "string" && got != f.DefValue {
		t.Errorf("flag %q has the default %q, want %q", name, got, f.DefValue)
	}
	for _, value := range n["enum"] {
		if err := acceptedSomewhere(f.Name, value); err != nil {
			t.Errorf("flag %q: %v", name, err)
		}
	}
}

// acceptedSomewhere says why no command takes a value for a flag.
func acceptedSomewhere(flag, value string) (err error) {
	for _, c := range tools() {
		if f := c.Flags().Lookup(flag); f != nil {
			if err = f.Value.Set(value); err == nil {
				return nil
			}
		}
	}
	return err
}
