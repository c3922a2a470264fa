package agmemcli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/handover"
)

// linker makes links to the program in one folder. Where there is one build,
// it is both.
type linker struct {
	dir         string // absolute
	light, full string // the paths that links lead to, absolute
}

func newLinker(env cli.Environment, dir string) (*linker, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, agmem.Errorf(agmem.Unavailable, "the folder %s cannot be found: %w", dir, err)
	}
	program, err := stablePath(env)
	l := &linker{dir: absolute, light: program, full: program}
	if light, ok := handover.Beside(program, handover.Light); ok && isBuild(program, handover.Full) {
		l.light = light
	} else if full, ok := handover.Beside(program, handover.Full); ok {
		l.full = full
	}
	return l, err
}

// isBuild says whether a program has the name of a build.
func isBuild(program, build string) bool {
	return strings.TrimSuffix(filepath.Base(program), ".exe") == build
}

// stablePath returns the path by which the program was called, which its next
// version will have too. The system knows only what that path leads to now:
// the place of this very version, or of a file that is gone already.
func stablePath(env cli.Environment) (string, error) {
	running, err := os.Executable()
	if err != nil {
		return "", agmem.Errorf(agmem.Unavailable, "the program cannot find its own file: %w", err)
	}
	if called, ok := calledPath(env.Called); ok && sameFile(called, running) {
		return called, nil
	}
	if _, err := os.Stat(running); err != nil {
		return "", agmem.Errorf(agmem.Unavailable, "the program was replaced while it ran").WithHint("run the command again")
	}
	if strings.Contains(filepath.ToSlash(running), "/go-build") {
		return "", agmem.Errorf(agmem.Conflict, "%s is removed when this command ends, and links to it would be broken", running).
			WithHint("build the program and run that file: make build")
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
