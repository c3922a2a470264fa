//go:build linux || darwin

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// nobody is the user without rights, and the group.
const nobody = 65534

// user is who lines run as: nobody where this program is root, else its own user.
type user struct{ other bool }

func currentUser() user { return user{other: os.Getuid() == 0} }

func (u user) attributes() *syscall.SysProcAttr {
	// A session of its own has no terminal to ask, and is killed as a whole.
	attr := &syscall.SysProcAttr{Setsid: true}
	if u.other {
		attr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	return attr
}

// own gives a folder and all that is in it to the user.
func (u user) own(folder string) error {
	if !u.other {
		return nil
	}
	var errs []error
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		errs = append(errs, err, os.Lchown(path, nobody, nobody))
		return nil
	})
	return errors.Join(append(errs, err)...)
}
