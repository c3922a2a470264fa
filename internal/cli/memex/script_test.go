package memex_test

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/agmem/agmem/internal/clitest"
)

// TestMain makes this test binary also the programs.
func TestMain(m *testing.M) {
	called := os.Args[0] // testscript forgets the folder
	program := func() { os.Exit(clitest.Program(called)) }
	testscript.Main(m, map[string]func(){"agmem": program, "memex": program})
}

// TestSessions runs the golden sessions, in which the home of the cards is
// vault. The condition mount says whether file systems can be mounted.
func TestSessions(t *testing.T) {
	p := clitest.Sessions("memex")
	setUp := p.Setup
	p.Setup = func(env *testscript.Env) error {
		env.Setenv("MEMEX_HOME", filepath.Join(env.WorkDir, "vault"))
		return setUp(env)
	}
	p.Condition = func(name string) (bool, error) {
		if name != "mount" {
			return false, fmt.Errorf("there is no condition %s", name)
		}
		return clitest.Mountable(), nil
	}
	p.Cmds["mount"] = clitest.Mount
	p.Cmds["bytes"] = writeBytes
	p.Cmds["large"] = makeLarge
	testscript.Run(t, p)
}

// writeBytes FILE HEX... writes a file that a script cannot hold.
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: bytes FILE HEX...")
	}
	var text []byte
	for _, digits := range args[1:] {
		part, err := hex.DecodeString(digits)
		ts.Check(err)
		text = append(text, part...)
	}
	put(ts, args[0], text)
}

// makeLarge FILE BYTES makes a file of that size.
func makeLarge(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: large FILE BYTES")
	}
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	put(ts, args[0], nil)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
}

func put(ts *testscript.TestScript, name string, text []byte) {
	path := ts.MkAbs(name)
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o700))
	ts.Check(os.WriteFile(path, text, 0o600))
}
