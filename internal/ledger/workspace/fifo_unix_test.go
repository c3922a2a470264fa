//go:build unix

package workspace_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/agmem/agmem/internal/ledger/workspace"
)

// A named pipe never answers, so it is never opened.
func TestNamedPipe(t *testing.T) {
	w, dir := place(t)
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skipf("NAMED PIPES ARE NOT TESTED: %v", err)
	}
	if w.Stat("pipe") != workspace.Present || w.Hash(t.Context(), "pipe") != "" {
		t.Error("a pipe has a hash")
	}
}
