package memory_test

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
	testscript.Main(m, map[string]func(){"agmem": program, "memory": program})
}

// TestSessions runs the golden sessions. In them it is 2025-01-15 10:00.
func TestSessions(t *testing.T) {
	p := clitest.Sessions("memory")
	setUp := p.Setup
	p.Setup = func(env *testscript.Env) error {
		defer env.Setenv("AGMEM_NOW", "2025-01-15T10:00:00Z")
		return setUp(env)
	}
	testscript.Run(t, p)
}
