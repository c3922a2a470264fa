package memorycli_test

import (
	"os"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// mountable says whether this process may mount file systems.
func mountable() bool {
	dir, err := os.MkdirTemp("", "mountable")
	if err != nil {
		return false
	}
	defer os.Remove(dir)
	if syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k") != nil {
		return false
	}
	return syscall.Unmount(dir, syscall.MNT_DETACH) == nil
}

// mount small DIR puts a file system of 64 kB over a folder, and mount readonly
// DIR makes what it holds read-only, for root too.
func mount(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: mount small|readonly DIR")
	}
	dir := ts.MkAbs(args[1])
	if args[0] == "small" {
		ts.Check(syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"))
	} else {
		ts.Check(syscall.Mount(dir, dir, "", syscall.MS_BIND, ""))
		ts.Check(syscall.Mount(dir, dir, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	}
	ts.Defer(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
}
