package agmemcli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/handover"
)

func (l *linker) link(p Program) link {
	made := link{Name: p.Name, program: l.light}
	if p.NeedsFull {
		made.program = l.full
	}
	if runtime.GOOS == "windows" {
		made.Name += ".exe"
	}
	made.Path, made.Target = filepath.Join(l.dir, made.Name), made.program
	if sameFile(filepath.Dir(made.program), l.dir) {
		made.Target = filepath.Base(made.program)
	}
	return made
}

// make makes a link for each program, or none where one of their names is taken.
func (l *linker) make(programs []Program, force bool) ([]link, error) {
	links := make([]link, len(programs))
	var taken []error
	for i, p := range programs {
		links[i] = l.link(p)
		var err error
		if links[i].Status, err = l.plan(links[i], force); err != nil {
			taken = append(taken, err)
		}
		if err := l.sweep(links[i]); err != nil && links[i].Status != linkKept {
			taken = append(taken, err)
		}
	}
	if err := errors.Join(taken...); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(l.dir, 0o755); err != nil { // programs are for everybody
		return nil, unlinked(l.dir, err)
	}
	for _, made := range links {
		if made.Status == linkKept {
			continue
		}
		if err := l.place(made); err != nil {
			return nil, unlinked(made.Path, err)
		}
	}
	return links, nil
}

// plan says what making a link would do.
func (l *linker) plan(want link, force bool) (status string, err error) {
	info, err := os.Lstat(want.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return linkMade, nil
	case err != nil:
		return "", unlinked(want.Path, err)
	case isProgram(want.Path, want.program):
		return linkKept, nil
	case l.isLink(want.Path):
		return linkReplaced, nil // it leads to the other build
	case l.isEither(want.Path):
		return linkKept, nil // not a link: it is the file of the other build
	case info.IsDir():
		return "", agmem.Errorf(agmem.Conflict, "%s is a folder", want.Path).WithHint("choose another DIR")
	case !force:
		return "", agmem.Errorf(agmem.Conflict, "%s exists and is not a link to this agmem", want.Path).
			WithHint("--force replaces it")
	}
	return linkReplaced, nil
}

// isProgram says whether what is at a path is a program.
func isProgram(path, program string) bool {
	return sameFile(path, program) || runtime.GOOS == "windows" && sameContent(path, program)
}

// isEither says whether what is at a path is one of the builds.
func (l *linker) isEither(path string) bool {
	return isProgram(path, l.light) || isProgram(path, l.full)
}

// isLink says whether what is at a path is a link to one of the builds, and
// not its very file under another name. A link to a build that is gone is one
// too.
func (l *linker) isLink(path string) bool {
	if runtime.GOOS == "windows" {
		return l.isEither(path)
	}
	target, err := os.Readlink(path)
	if err != nil {
		return false
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(path), target)
	}
	_, err = os.Stat(target)
	gone := errors.Is(err, fs.ErrNotExist) && sameFile(filepath.Dir(target), filepath.Dir(l.light))
	return l.isEither(path) || gone && (isBuild(target, handover.Light) || isBuild(target, handover.Full))
}

// sameFile says whether two paths lead to one file.
func sameFile(a, b string) bool {
	infoA, err := os.Stat(a)
	if err != nil {
		return false
	}
	infoB, err := os.Stat(b)
	return err == nil && os.SameFile(infoA, infoB)
}

func sameContent(a, b string) bool {
	textA, err := os.ReadFile(a)
	if err != nil {
		return false
	}
	textB, err := os.ReadFile(b)
	return err == nil && bytes.Equal(textA, textB)
}

// remove takes away the links that make made, or none where one of the names
// is something else.
func (l *linker) remove(programs []Program) ([]link, error) {
	links := make([]link, len(programs))
	var others []error
	for i, p := range programs {
		links[i] = l.link(p)
		links[i].Status = linkRemoved
		if _, err := os.Lstat(links[i].Path); errors.Is(err, fs.ErrNotExist) {
			links[i].Status = linkAbsent
		} else if !l.isLink(links[i].Path) {
			others = append(others, notOurs(links[i].Path))
		}
		_ = l.sweep(links[i]) // a file of somebody's may stay
	}
	if err := errors.Join(others...); err != nil {
		return nil, err
	}
	for _, gone := range links {
		if gone.Status != linkRemoved {
			continue
		}
		if err := os.Remove(gone.Path); err != nil {
			return nil, unlinked(gone.Path, err)
		}
	}
	return links, nil
}

// unlinked is the error of a path that could not be looked at or changed.
func unlinked(path string, err error) error {
	cause := err
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		cause = p.Err
	} else if l, ok := errors.AsType[*os.LinkError](err); ok {
		cause = l.Err
	}
	kind := agmem.Unavailable
	if errors.Is(err, fs.ErrPermission) {
		kind = agmem.Denied
	}
	e := agmem.Errorf(kind, "%s cannot be changed: %v", path, cause)
	e.Err = err
	return e
}
