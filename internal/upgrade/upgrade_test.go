// Package upgrade tests that what earlier versions of the programs wrote can
// still be used: databases, banks, cards and caches. testdata has a folder for
// each version, named by its commit: what it left, a script that says how that
// was made, and golden sessions that use it. The tests know the programs alone,
// so that they stay as they are when the inside is rebuilt.
package upgrade_test

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/agmem/agmem/internal/clitest"
)

func TestMain(m *testing.M) {
	called := os.Args[0] // testscript forgets the folder
	program := func() { os.Exit(clitest.Program(called)) }
	testscript.Main(m, map[string]func(){"agmem": program, "memory-cli": program, "memex": program})
}

func TestSessions(t *testing.T) {
	versions, err := filepath.Glob("testdata/*/script")
	if err != nil || len(versions) == 0 {
		t.Fatalf("there is no version to test: %v", err)
	}
	for _, script := range versions {
		v := version(filepath.Dir(script))
		t.Run(filepath.Base(string(v)), func(t *testing.T) {
			p := clitest.Sessions("agmem")
			p.Dir = script
			setUp := p.Setup
			p.Setup = func(env *testscript.Env) error {
				if err := setUp(env); err != nil {
					return err
				}
				return v.furnish(filepath.Join(env.WorkDir, "home"))
			}
			p.Cmds["oldlog"] = v.oldLog
			p.Cmds["oldcache"] = v.oldCache
			p.Cmds["chop"] = chop
			testscript.Run(t, p)
		})
	}
}

// version is the folder of what one version left.
type version string

// furnish makes a home as that version left it.
func (v version) furnish(home string) error {
	if err := os.CopyFS(home, os.DirFS(filepath.Join(string(v), "home"))); err != nil {
		return err
	}
	return v.unpack("agmem.db", filepath.Join(home, ".local", "share", "agmem", "agmem.db"))
}

// oldLog FILE unpacks the log that a killed writer left beside its database.
func (v version) oldLog(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: oldlog FILE")
	}
	ts.Check(v.unpack("killed.db-wal", ts.MkAbs(args[0])))
}

// oldCache banks|cards puts the cache of that version in place of the one that
// was made here: its name depends on the folder that it is for.
func (v version) oldCache(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: oldcache banks|cards")
	}
	files, err := filepath.Glob(filepath.Join(ts.Getenv("HOME"), ".cache", "agmem", args[0], "*.db"))
	ts.Check(err)
	if len(files) != 1 {
		ts.Fatalf("want one cache of %s to replace, there are %q", args[0], files)
	}
	ts.Check(v.unpack("cache-"+args[0]+".db", files[0]))
}

// chop FILE takes the newline off the end of a file, which a session cannot.
func chop(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: chop FILE")
	}
	text := strings.TrimSuffix(ts.ReadFile(args[0]), "\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}

// unpack writes a file of that version to a path.
func (v version) unpack(name, path string) error {
	packed, err := os.Open(filepath.Join(string(v), name+".gz"))
	if err != nil {
		return err
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		return err
	}
	content, err := io.ReadAll(unpacked)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}
