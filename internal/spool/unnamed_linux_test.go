package spool

import (
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"
)

// A process that is killed at any moment leaves nothing: what is kept of a
// stream has no name, not even at first.
func TestWhatIsKeptHasNoName(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	watch, err := syscall.InotifyInit1(syscall.IN_NONBLOCK)
	if err != nil {
		t.Skip("NOT TESTED: this system does not say which files are made:", err)
	}
	defer syscall.Close(watch)
	if _, err := syscall.InotifyAddWatch(watch, folder, syscall.IN_CREATE|syscall.IN_MOVED_TO); err != nil {
		t.Skip("NOT TESTED: this system does not say which files are made:", err)
	}
	kept, err := Keep(t.Context(), strings.NewReader("from a pipe"), func(r io.Reader) error {
		_, err := io.Copy(io.Discard, r)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(kept); err != nil || string(text) != "from a pipe" {
		t.Errorf("%q, %v", text, err)
	}
	if err := kept.Close(); err != nil {
		t.Error(err)
	}
	events := make([]byte, 4096)
	if n, err := syscall.Read(watch, events); !errors.Is(err, syscall.EAGAIN) {
		t.Errorf("a file was made: %q, %v", events[:max(n, 0)], err)
	}
}
