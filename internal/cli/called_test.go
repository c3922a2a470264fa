package cli_test

import (
	"testing"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem/internal/cli"
)

func TestCalledAs(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "",
		"memex read x":                  "agmem memex read x",
		"run memex read x":              "run agmem memex read x",
		"\n\t\tmemex a\n\t\tmemex b":    "\n\t\tagmem memex a\n\t\tagmem memex b",
		"memex a | memex b":             "agmem memex a | agmem memex b",
		"agmem memex read x":            "agmem memex read x",
		"in ~/.memex and $MEMEX_HOME":   "in ~/.memex and $MEMEX_HOME",
		"in ~/.memex or so":             "in ~/.memex or so",
		"amemex x":                      "amemex x",
		"a folder with a .memexrc, too": "a folder with a .memexrc, too",
		"memex":                         "memex",
	} {
		if got := cli.CalledAs(text, "memex", "agmem memex"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestCallAs(t *testing.T) {
	tree := func() (root, sub *cobra.Command) {
		root = &cobra.Command{Use: "memex", Long: "memex keeps cards"}
		sub = &cobra.Command{Use: "read", Example: "memex read x", Run: func(*cobra.Command, []string) {}}
		root.AddCommand(sub)
		return root, sub
	}
	root, sub := tree()
	cli.CallAs(root, "agmem memex")
	if root.Long != "agmem memex keeps cards" || sub.Example != "agmem memex read x" {
		t.Errorf("%q, %q", root.Long, sub.Example)
	}
	root, sub = tree()
	cli.CallAs(root, "memex")
	if root.Long != "memex keeps cards" || sub.Example != "memex read x" {
		t.Errorf("%q, %q", root.Long, sub.Example)
	}
}

// In prose a program's name is also a noun.
func TestCalledAsInProse(t *testing.T) {
	for text, want := range map[string]string{
		"Store a memory of at most 10 characters.":          "Store a memory of at most 10 characters.",
		"that memory gets the given tags":                   "that memory gets the given tags",
		"see memory store --help":                           "see agmem memory store --help",
		"memory keeps what agents learn":                    "agmem memory keeps what agents learn",
		"x\n\nmemory --agent-context prints a guide.":       "x\n\nagmem memory --agent-context prints a guide.",
		"\tmemory search a | memory import - --db other.db": "\tagmem memory search a | agmem memory import - --db other.db",
	} {
		root := &cobra.Command{Use: "memory", Long: text}
		for _, name := range []string{"store", "search", "import", "export"} {
			root.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
		}
		if cli.CallAs(root, "agmem memory"); root.Long != want {
			t.Errorf("%q: %q, want %q", text, root.Long, want)
		}
	}
}
