package agmemcli_test

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/agmem/agmem/internal/clitest"
)

// TestMain makes this test binary also the programs.
func TestMain(m *testing.M) {
	called := os.Args[0] // testscript forgets the folder
	program := func() { os.Exit(clitest.Program(called)) }
	testscript.Main(m, map[string]func(){"agmem": program, "memory-cli": program, "memex": program})
}

// TestSessions runs the golden sessions. Where a session shows what users see,
// its memories come from an import with fixed ids.
func TestSessions(t *testing.T) { testscript.Run(t, clitest.Sessions("agmem")) }
