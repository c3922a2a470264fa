//go:build unix

package inside_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/inside"
)

// What is not a regular file is named and not opened: nobody waits for what
// writes a pipe.
func TestSpecialFilesAreNotOpened(t *testing.T) {
	p := newPlace(t)
	p.ok(syscall.Mkfifo(filepath.Join(p.base, "in", "pipe"), 0o600))
	p.link("pipe", "in/link")
	if socket, err := net.Listen("unix", filepath.Join(p.base, "in", "socket")); err == nil {
		defer socket.Close()
	} else {
		p.ok(os.Mkdir(filepath.Join(p.base, "in", "socket"), 0o700)) // the path is too long for one
	}
	p.link("/dev/null", "in/device")
	f := inside.New(p.base, "in", always)
	for _, name := range []string{"pipe", "link", "socket", "device"} {
		_, err := read(t, f, name)
		if _, ok := errors.AsType[*inside.KindError](err); !ok || agmem.KindOf(err) != agmem.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"pipe", "link", "socket"} {
		if path, err := f.Lockable(name); err == nil {
			t.Errorf("%s would be opened to lock it", path)
		}
	}
	if path, err := f.Lockable("new.lock"); path != filepath.Join(p.base, "in", "new.lock") || err != nil {
		t.Errorf("a new lock is %s, %v", path, err)
	}
}
