package memory_test

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/agmem/agmem/internal/cli/memory"
)

// The page and the guide for agents name every command and each of its flags.
func TestPagesHaveEveryCommand(t *testing.T) {
	for _, file := range []string{"../../../docs/memory.md", "guide.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range memory.Root().Commands() {
			if c.Name() == "help" || c.Name() == "completion" || c.Name() == "version" {
				continue
			}
			if !strings.Contains(string(text), c.Name()) {
				t.Errorf("%s does not name %s", file, c.Name())
			}
			c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
				if f.Name != "help" && !strings.Contains(string(text), "--"+f.Name) {
					t.Errorf("%s does not name %s --%s", file, c.Name(), f.Name)
				}
			})
		}
	}
}
