// Package upgrade tests that what earlier versions of the programs wrote can
// still be used: databases, banks, cards and caches. testdata has a folder for
// each version, named by its commit, with a script that says how its files were
// made. The tests know the programs alone, so that they stay as they are
// whatever is rebuilt inside.
package upgrade_test

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/agmem/agmem/internal/clitest"
)

func TestMain(m *testing.M) {
	called := os.Args[0] // testscript forgets the folder
	program := func() { os.Exit(clitest.Program(called)) }
	testscript.Main(m, map[string]func(){"agmem": program, "memory-cli": program, "memex": program})
}

// old is the folder of the version whose files the sessions use.
const old = "testdata/5ac975b"

// TestSessions runs golden sessions in a home that the old programs left.
func TestSessions(t *testing.T) {
	p := clitest.Sessions("agmem")
	setUp := p.Setup
	p.Setup = func(env *testscript.Env) error {
		if err := setUp(env); err != nil {
			return err
		}
		home := filepath.Join(env.WorkDir, "home")
		if err := os.CopyFS(home, os.DirFS(filepath.Join(old, "home"))); err != nil {
			return err
		}
		return unpack("agmem.db", filepath.Join(home, ".local", "share", "agmem", "agmem.db"))
	}
	p.Cmds["oldlog"] = oldLog
	p.Cmds["oldcache"] = oldCache
	testscript.Run(t, p)
}

// oldLog FILE unpacks the log that a killed writer left beside its database.
func oldLog(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: oldlog FILE")
	}
	ts.Check(unpack("killed.db-wal", ts.MkAbs(args[0])))
}

// oldCache banks|cards puts the cache of the old programs in place of the one
// that was made here: its name depends on the folder that it is for.
func oldCache(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: oldcache banks|cards")
	}
	files, err := filepath.Glob(filepath.Join(ts.Getenv("HOME"), ".cache", "agmem", args[0], "*.db"))
	ts.Check(err)
	if len(files) != 1 {
		ts.Fatalf("want one cache of %s to replace, there are %q", args[0], files)
	}
	ts.Check(unpack("cache-"+args[0]+".db", files[0]))
}

// unpack writes what the old programs left to a file.
func unpack(name, path string) (err error) {
	packed, err := os.Open(filepath.Join(old, name+".gz"))
	if err != nil {
		return err
	}
	defer packed.Close()
	content, err := gzip.NewReader(packed)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(content)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}
