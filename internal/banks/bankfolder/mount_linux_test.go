package bankfolder_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/bankfolder"
)

// mounted returns the banks in a small file system of their own.
func mounted(t *testing.T, what string) (f *bankfolder.Folder, dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("cannot mount a file system (%v): %s is not tested", err, what)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return bankfolder.New(filepath.Join(dir, "memory"), banks.UserScope, bankfolder.Options{Now: now}), dir
}

func TestFullDisk(t *testing.T) {
	f, _ := mounted(t, "a full disk")
	put(t, f, "bank", "k", "1")
	before, err := os.ReadFile(filepath.Join(f.Path(), "bank.json"))
	if err != nil {
		t.Fatal(err)
	}
	err = tryPut(t, f, "bank", "large", `"`+strings.Repeat("x", 512<<10)+`"`)
	if code(err) != banks.IOError {
		t.Errorf("a full disk: %v", err)
	}
	after, err := os.ReadFile(filepath.Join(f.Path(), "bank.json"))
	if err != nil || string(after) != string(before) {
		t.Errorf("the bank changed: %v", err)
	}
	files, _ := filepath.Glob(filepath.Join(f.Path(), ".*"))
	if len(files) > 0 {
		t.Errorf("%v was left behind", files)
	}
}

func TestReadOnlyFileSystem(t *testing.T) {
	f, dir := mounted(t, "a read-only file system")
	put(t, f, "bank", "k", "1")
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("cannot make it read-only (%v): a read-only file system is not tested", err)
	}
	if got := get(t, f, "bank", "k"); got != "1" {
		t.Errorf("the bank has %s", got)
	}
	for _, checkOnly := range []bool{true, false} {
		if report, err := f.Repair(t.Context(), "bank", checkOnly); err != nil || report.Status != banks.RepairOK {
			t.Errorf("repair where nothing is to repair: %+v %v", report, err)
		}
	}
	for what, err := range map[string]error{
		"write":    tryPut(t, f, "bank", "k", "2"),
		"new bank": tryPut(t, f, "other", "k", "2"),
		"remove":   f.Remove(t.Context(), "bank"),
	} {
		if code(err) != banks.PermissionDenied {
			t.Errorf("%s: %v", what, err)
		}
	}
}
