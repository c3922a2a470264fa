//go:build linux || darwin

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// sparse is the length of a file that takes no space: more than any program
// should read into memory.
const sparse = 8 << 30

// oddFiles are what the folder of odd things holds.
func oddFiles() []string {
	return []string{"null", "zero", "full", "pipe", "socket", "sparse", "dangling", "loop", "link", "private", "theirs", "locked", "locked/file", "folder.db", "wal.db"}
}

// furnish adds to a folder what cannot be copied: links, pipes, devices, files of
// great length and files of other users. The user is the one that lines run as.
func furnish(folder string, user user) error {
	odd := func(name string) string { return filepath.Join(folder, oddFolder, name) }
	errs := []error{
		os.Symlink("nowhere/none", odd("dangling")), os.Symlink("loop", odd("loop")), os.Symlink("../files/export.jsonl", odd("link")),
		os.Mkdir(odd("locked"), 0o700), os.Mkdir(odd("folder.db"), 0o700),
		write(folder, "odd/private", "secret"), write(folder, "odd/theirs", "theirs"), write(folder, "odd/locked/file", "x"),
		syscall.Mkfifo(odd("pipe"), 0o600), makeSparse(odd("sparse")), makeSparse(filepath.Join(folder, "clone/.slop-mcp/memory/huge.json")),
		syscall.Mkfifo(filepath.Join(folder, "clone/.slop-mcp/memory/pipe.json"), 0o600),
		syscall.Mkfifo(filepath.Join(folder, "clone/cards/pipe.md"), 0o600),
		os.Symlink("/dev/zero", filepath.Join(folder, "clone/cards/endless.md")),
		write(folder, "odd/wal.db", "SQLite format 3\x00"), write(folder, "odd/wal.db-wal", "junk"),
	}
	// Not every system lets a user make these; without them less is tested.
	_ = syscall.Mknod(odd("socket"), syscall.S_IFSOCK|0o600, 0)
	for name, device := range map[string]int{"null": 1<<8 | 3, "zero": 1<<8 | 5, "full": 1<<8 | 7} {
		if !user.other || makeDevice(odd(name), device) != nil {
			errs = append(errs, os.Symlink("/dev/"+name, odd(name)))
		}
	}
	for name, target := range linksOut() {
		errs = append(errs, os.Symlink(target, filepath.Join(folder, filepath.FromSlash(name))))
	}
	errs = append(errs, user.own(folder), os.Chmod(filepath.Join(folder, "files/readonly.db"), 0o400), os.Chmod(filepath.Join(folder, "files/open.db"), 0o644))
	return errors.Join(append(errs, estrange(folder, user))...)
}

// estrange takes some files away from the user.
func estrange(folder string, user user) error {
	odd := func(name string) string { return filepath.Join(folder, oddFolder, name) }
	var errs []error
	if user.other {
		for _, name := range []string{"private", "theirs", "locked"} {
			errs = append(errs, os.Lchown(odd(name), os.Getuid(), os.Getgid()))
		}
	}
	return errors.Join(append(errs, os.Chmod(odd("private"), 0), os.Chmod(odd("theirs"), 0o444), os.Chmod(odd("locked"), 0))...)
}

func makeSparse(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(sparse), f.Close())
}

func makeDevice(path string, device int) error {
	if err := syscall.Mknod(path, syscall.S_IFCHR|0o666, device); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0) // a mount can forbid it
	if err == nil {
		err = errors.Join(f.Close(), os.Chmod(path, 0o666))
	}
	if err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// oddTypes returns what kind of file each odd file is.
func oddTypes(folder string) map[string]fs.FileMode {
	types := make(map[string]fs.FileMode)
	for _, name := range oddFiles() {
		if info, err := os.Lstat(filepath.Join(folder, oddFolder, name)); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			types[name] = info.Mode().Type()
		}
	}
	return types
}

// remove removes a folder that lines have run in.
func remove(folder string) error {
	err := os.RemoveAll(folder)
	if err == nil {
		return nil
	}
	_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(folder)
}
