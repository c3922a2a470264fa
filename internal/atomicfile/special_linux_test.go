package atomicfile_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
)

// special makes a named pipe, a socket, a device and a folder, each with a link
// to it, and returns their paths with what messages call them.
func special(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	fifo, socket, device := filepath.Join(dir, "fifo"), filepath.Join(dir, "socket"), filepath.Join(dir, "device")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	all := map[string]string{fifo: "a named pipe", socket: "a socket", dir: "a folder"}
	// 1:3 is the number of /dev/null; the real one is not put at risk.
	if err := syscall.Mknod(device, syscall.S_IFCHR|0o600, 1<<8|3); err != nil {
		t.Logf("cannot make a device (%v): devices are not tested", err)
	} else {
		all[device] = "a device"
	}
	for path, kind := range maps.Clone(all) {
		link := filepath.Join(t.TempDir(), "link")
		symlink(t, path, link)
		all[link] = kind
	}
	return all
}

func TestWriteLeavesAloneWhatIsNoFile(t *testing.T) {
	for path, kind := range special(t) {
		before := stat(t, path).Mode()
		for _, write := range []func(string, []byte) error{atomicfile.WriteFile, atomicfile.Rewrite} {
			err := write(path, []byte("x"))
			if agmem.KindOf(err) != agmem.Invalid || !strings.Contains(err.Error(), kind) {
				t.Errorf("%s: %v (%v)", kind, err, agmem.KindOf(err))
			}
		}
		if after := stat(t, path).Mode(); after != before {
			t.Errorf("%s became %v", kind, after)
		}
	}
}

func TestDeliver(t *testing.T) {
	content := strings.Repeat("a line\n", 100_000) // more than a pipe holds
	deliver := func(path string) error {
		return atomicfile.Deliver(t.Context(), path, func(w io.Writer) error {
			_, err := io.WriteString(w, content)
			return err
		})
	}
	for path, kind := range special(t) {
		before := stat(t, path).Mode()
		var got []byte
		done := make(chan struct{})
		if kind == "a named pipe" {
			go func() {
				defer close(done)
				time.Sleep(20 * time.Millisecond) // so that it is waited for
				got, _ = os.ReadFile(path)
			}()
		}
		err := deliver(path)
		switch kind {
		case "a named pipe":
			if <-done; err != nil || string(got) != content {
				t.Errorf("%s: %v, the reader got %d bytes", kind, err, len(got))
			}
		case "a device":
			if err != nil {
				t.Errorf("%s: %v", kind, err)
			}
		default:
			if agmem.KindOf(err) != agmem.Invalid {
				t.Errorf("%s: %v", kind, err)
			}
		}
		if after := stat(t, path).Mode(); after != before {
			t.Errorf("%s became %v", kind, after)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := deliver(file); err != nil || read(t, file) != content {
		t.Errorf("a file: %v", err)
	}
}

// The number of a file that a program has open leads to a name that does not
// exist.
func TestDeliverToAnOpenPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	path := fmt.Sprintf("/proc/self/fd/%d", w.Fd())
	err = atomicfile.Deliver(t.Context(), path, func(w io.Writer) error {
		_, err := io.WriteString(w, "hello")
		return err
	})
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != "hello" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestDeliverToAPipeThatNobodyReads(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	err := atomicfile.Deliver(ctx, fifo, func(io.Writer) error { t.Error("it was written to"); return nil })
	if agmem.KindOf(err) != agmem.Cancelled {
		t.Errorf("%v (%v)", err, agmem.KindOf(err))
	}
}
