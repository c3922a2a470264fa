package inside

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"

	"github.com/agmem/agmem"
)

// LinkError is about a symbolic link that leads out of its folder. It is the
// cause of an [agmem.Error] of kind Denied.
type LinkError struct {
	Path   string // that was asked for
	Folder string
	Target string // where it leads
}

func (e *LinkError) Error() string {
	return fmt.Sprintf("%s leads out of %s, to %s", e.Path, e.Folder, e.Target)
}

// unread is the error of reading through a link that leads out.
func unread(link *LinkError) error {
	return agmem.Errorf(agmem.Denied, "%w: it is not read", link).
		WithHint("links that lead out of their folder are read only if you allow it").WithStep(agmem.ActionFollowLinks, "")
}

// unwritten is the error of writing through a link that leads out.
func unwritten(link *LinkError) error {
	return agmem.Errorf(agmem.Denied, "%w: nothing is written through a link that leads out", link).
		WithHint("change %s itself, or replace the link by a file", link.Target)
}

// KindError is about what is at a path and is not a regular file. It is the
// cause of an [agmem.Error] of kind Invalid.
type KindError struct {
	Path string
	Mode fs.FileMode
}

func (e *KindError) Error() string {
	if e.Mode.IsDir() {
		return e.Path + " is a folder, not a file"
	}
	return e.Path + " is not a regular file"
}

func irregular(path string, mode fs.FileMode) error {
	return agmem.Errorf(agmem.Invalid, "%w", &KindError{path, mode})
}

// isSettled reports an error that another way to the same file would not
// change.
func isSettled(err error) bool {
	_, kind := errors.AsType[*KindError](err)
	_, own := errors.AsType[*agmem.Error](err)
	return kind || own || errors.Is(err, fs.ErrNotExist)
}

// named gives an error the path as the user knows it, and a call of a root the
// name that it has elsewhere.
func named(path string, err error) error {
	switch e := err.(type) {
	case *KindError:
		return irregular(path, e.Mode)
	case *fs.PathError:
		ops := map[string]string{"openat": "open", "statat": "stat"}
		return &fs.PathError{Op: cmp.Or(ops[e.Op], e.Op), Path: path, Err: e.Err}
	}
	return err
}
