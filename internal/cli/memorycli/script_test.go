package memorycli_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/agmem/agmem/internal/clitest"
)

// TestMain makes this test binary also the programs.
func TestMain(m *testing.M) {
	called := os.Args[0] // testscript forgets the folder
	program := func() { os.Exit(clitest.Program(called)) }
	testscript.Main(m, map[string]func(){"agmem": program, "memory-cli": program})
}

// TestSessions runs the golden sessions. The condition mount says whether file
// systems can be mounted, and root whether rights bind nobody here.
func TestSessions(t *testing.T) {
	p := clitest.Sessions("memory-cli")
	conditions := map[string]bool{"mount": clitest.Mountable(), "root": os.Geteuid() == 0}
	p.Condition = func(name string) (bool, error) {
		holds, ok := conditions[name]
		if !ok {
			return false, fmt.Errorf("there is no condition %s", name)
		}
		return holds, nil
	}
	p.Cmds["refused"] = refused
	p.Cmds["partial"] = partial
	p.Cmds["makebank"] = makeBank
	p.Cmds["maketext"] = makeText
	p.Cmds["repeat"] = repeat
	p.Cmds["hold"] = hold
	p.Cmds["interrupt"] = interrupt
	p.Cmds["mount"] = clitest.Mount
	testscript.Run(t, p)
}
