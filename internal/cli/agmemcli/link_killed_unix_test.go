//go:build !windows

package agmemcli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/testsize"
)

// A run that is killed at any moment leaves each name as it was or as it is to
// be, and the next run, whatever it does, takes away what else it left.
func TestKilledLinkLeavesNothingForLong(t *testing.T) {
	program, err := exec.LookPath("agmem")
	if err != nil {
		t.Fatal(err)
	}
	home, dir := t.TempDir(), t.TempDir()
	run := func(args ...string) *exec.Cmd {
		cmd := exec.Command(program, append([]string{"link", dir}, args...)...)
		cmd.Env = append(os.Environ(), "HOME="+home)
		return cmd
	}
	must := func(args ...string) {
		t.Helper()
		if out, err := run(args...).CombinedOutput(); err != nil {
			t.Fatalf("link %v: %v: %s", args, err, out)
		}
	}
	names := []string{"memory", "memory-cli", "memex", "meta-memory"}
	start := time.Now()
	must()
	whole := time.Since(start)
	kills := testsize.Of(30, 10)
	for i := range kills {
		again := []string{"--remove"}
		must("--remove")
		if i%2 == 0 { // each name is replaced, and is there all the time
			again = []string{"--force"}
			for _, name := range names {
				if err := os.WriteFile(filepath.Join(dir, name), nil, 0o755); err != nil {
					t.Fatal(err)
				}
			}
		}
		killed := run("--force")
		if err := killed.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(whole * time.Duration(i+1) / time.Duration(kills)) // when it is killed does not matter to what must hold
		_ = killed.Process.Kill()
		_ = killed.Wait()
		for _, name := range names {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil && i%2 == 0 {
				t.Fatalf("after a kill: %v", err)
			}
		}
		must(again...)
		left, err := filepath.Glob(filepath.Join(dir, ".*"))
		if err != nil || len(left) > 0 {
			t.Fatalf("after a kill and link %v: %v, %v", again, left, err)
		}
		must()
	}
}
