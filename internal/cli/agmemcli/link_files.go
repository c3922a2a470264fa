package agmemcli

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// linker makes links to the running program in one folder.
type linker struct {
	dir     string // absolute
	program string // the path that links lead to, absolute
}

func newLinker(env cli.Environment, dir string) (*linker, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, agmem.Errorf(agmem.Unavailable, "the folder %s cannot be found: %w", dir, err)
	}
	program, err := stablePath(env)
	return &linker{dir: absolute, program: program}, err
}

// stablePath returns the path by which the program was called, which its next
// version will have too. The system knows only what that path leads to now:
// the place of this very version, or of a file that is gone already.
func stablePath(env cli.Environment) (string, error) {
	running, err := os.Executable()
	if err != nil {
		return "", agmem.Errorf(agmem.Unavailable, "the program does not know where it is: %w", err)
	}
	if called, ok := calledPath(env.Called); ok && sameFile(called, running) {
		return called, nil
	}
	if _, err := os.Stat(running); err != nil {
		return "", agmem.Errorf(agmem.Unavailable, "the program was replaced while it ran").WithHint("call it again")
	}
	if strings.Contains(filepath.ToSlash(running), "/go-build") {
		return "", agmem.Errorf(agmem.Conflict, "%s is removed once this command ends, and links to it would lead nowhere", running).
			WithHint("build the program and call that: make build")
	}
	return running, nil
}

// calledPath returns where a shell found the program that it was told to call.
func calledPath(called string) (string, bool) {
	if called == "" {
		return "", false
	}
	path, err := exec.LookPath(called)
	if err != nil {
		return "", false
	}
	path, err = filepath.Abs(path)
	return path, err == nil
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

func (l *linker) link(name string) link {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	target := l.program
	if sameFile(filepath.Dir(l.program), l.dir) {
		target = filepath.Base(l.program)
	}
	return link{Name: name, Path: filepath.Join(l.dir, name), Target: target}
}

// make makes a link for each name, or none where one of them is taken.
func (l *linker) make(names []string, force bool) ([]link, error) {
	links := make([]link, len(names))
	var taken []error
	for i, name := range names {
		links[i] = l.link(name)
		var err error
		if links[i].Status, err = l.plan(links[i], force); err != nil {
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
	case l.isProgram(want.Path):
		return linkKept, nil
	case info.IsDir():
		return "", agmem.Errorf(agmem.Conflict, "%s is a folder", want.Path).WithHint("choose another DIR")
	case !force:
		return "", agmem.Errorf(agmem.Conflict, "%s exists and is no link to this agmem", want.Path).
			WithHint("--force replaces it")
	}
	return linkReplaced, nil
}

// isProgram says whether what stands at a path is this program.
func (l *linker) isProgram(path string) bool {
	return sameFile(path, l.program) || runtime.GOOS == "windows" && sameContent(path, l.program)
}

// isLink says whether what stands at a path is a link to this program, and not
// its very file under another name.
func (l *linker) isLink(path string) bool {
	info, err := os.Lstat(path)
	symbolic := err == nil && info.Mode()&os.ModeSymlink != 0
	return l.isProgram(path) && (symbolic || runtime.GOOS == "windows")
}

func sameContent(a, b string) bool {
	textA, err := os.ReadFile(a)
	if err != nil {
		return false
	}
	textB, err := os.ReadFile(b)
	return err == nil && bytes.Equal(textA, textB)
}

// place makes a link under a name of its own and then gives it its own in one
// step, so that the name never stands for nothing.
func (l *linker) place(want link) error {
	temporary := filepath.Join(l.dir, "."+want.Name+".new")
	if err := os.Remove(temporary); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := l.create(want.Target, temporary); err != nil {
		return err
	}
	if err := os.Rename(temporary, want.Path); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return nil
}

// create makes a symbolic link; on Windows, where that needs a right that few
// have, a hard link or a copy.
func (l *linker) create(target, path string) error {
	if runtime.GOOS != "windows" {
		return os.Symlink(target, path)
	}
	if os.Link(l.program, path) == nil {
		return nil
	}
	return copyProgram(l.program, path)
}

func copyProgram(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	_, err = io.Copy(out, in)
	return err
}

// remove takes away the links that make made, or none where one of the names
// stands for something else.
func (l *linker) remove(names []string) ([]link, error) {
	links := make([]link, len(names))
	var others []error
	for i, name := range names {
		links[i] = l.link(name)
		links[i].Status = linkRemoved
		if _, err := os.Lstat(links[i].Path); errors.Is(err, fs.ErrNotExist) {
			links[i].Status = linkAbsent
		} else if !l.isLink(links[i].Path) {
			others = append(others, agmem.Errorf(agmem.Conflict, "%s is no link to this agmem", links[i].Path).
				WithHint("remove it yourself if nothing needs it"))
		}
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
