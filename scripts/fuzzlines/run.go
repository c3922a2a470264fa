//go:build linux || darwin

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// batch is how many lines share a state: each finds what those before it wrote.
const batch = 250

// run is one run of the fuzzer.
type run struct {
	lines, workers int
	seed           uint64
	program        string
	limits         limits
	out            io.Writer
	stop           <-chan os.Signal

	base      string // the folder of this run
	user      user
	names     []string // of programs
	generator *generator
	report    *report
}

// main runs all lines, or one of them, and returns the exit code.
func (r *run) main(only int) int {
	r.report = newReport(r.out)
	err := r.prepare()
	switch {
	case err != nil:
	case only >= 0:
		err = r.repeat(only)
	default:
		err = r.all()
	}
	if err != nil {
		fmt.Fprintln(r.out, "fuzzlines:", err)
	}
	if len(r.report.classes) > 0 {
		err = errors.Join(err, errFound)
		fmt.Fprintf(r.out, "the folders of findings are in %s; to run a line again:\ngo run ./scripts/fuzzlines -seed %d -line LINE %s\n", r.base, r.seed, r.program)
	} else {
		err = errors.Join(err, remove(r.base))
	}
	if err != nil {
		return failed
	}
	return passed
}

var (
	errFound   = errors.New("there are findings")
	errStopped = errors.New("stopped by a signal")
)

// prepare makes the folder of the run: the programs, what they say of themselves,
// and the state that lines begin with.
func (r *run) prepare() (err error) {
	r.user = currentUser()
	if r.base, err = os.MkdirTemp("", "fuzzlines"); err != nil {
		return err
	}
	// Other users must get through to what they own below.
	if err := errors.Join(os.Chmod(r.base, 0o711), r.install()); err != nil {
		return err
	}
	s := r.site("learn")
	for _, name := range []string{homeFolder, tempFolder, projectFolder} {
		if err := os.MkdirAll(filepath.Join(s.folder(), name), 0o755); err != nil {
			return err
		}
	}
	if err := r.user.own(s.area); err != nil {
		return err
	}
	known, err := learn(func(stdin, program string, args ...string) (string, error) { return s.ask(stdin, "", program, args...) }, r.names)
	if err != nil {
		return err
	}
	r.generator = newGenerator(known, r.seed)
	return r.makeTemplate()
}

// makeTemplate fills the folder that states are copied from.
func (r *run) makeTemplate() error {
	s := r.site("template")
	if err := writeAll(s.folder()); err != nil {
		return err
	}
	if err := r.user.own(s.area); err != nil {
		return err
	}
	return fill(s.folder(), s.ask)
}

// install copies the programs to where every user can run them, and makes the
// links that they are called by.
func (r *run) install() error {
	bin := filepath.Join(r.base, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		return err
	}
	name := filepath.Base(r.program)
	for _, suffix := range []string{"", "-full"} {
		err := copyFile(r.program+suffix, filepath.Join(bin, name+suffix), 0o755)
		if suffix != "" && errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
	}
	if text, err := exec.Command(filepath.Join(bin, name), "link", bin).CombinedOutput(); err != nil {
		return fmt.Errorf("%s link: %w: %s", name, err, text)
	}
	entries, err := os.ReadDir(bin)
	for _, e := range entries {
		r.names = append(r.names, e.Name())
	}
	return err
}

func (r *run) site(name string) *site {
	return &site{
		area: filepath.Join(r.base, name), template: filepath.Join(r.base, "template", linesFolder), programs: filepath.Join(r.base, "bin"),
		stdin: filepath.Join(r.base, "stdin-"+name), user: r.user, limits: r.limits,
	}
}

// all runs every line.
func (r *run) all() error {
	fmt.Fprintf(r.out, "seed %d: %d lines of %s, %d commands\n", r.seed, r.lines, strings.Join(r.names, ", "), len(r.generator.commands))
	batches := make(chan int)
	errs := make(chan error, r.workers)
	var working sync.WaitGroup
	for i := range r.workers {
		working.Go(func() { errs <- r.work(r.site(fmt.Sprintf("w%d", i)), batches) })
	}
	err := r.deal(batches, errs)
	working.Wait()
	close(errs)
	for e := range errs {
		err = errors.Join(err, e)
	}
	if err != nil {
		return err
	}
	if err := r.again(); err != nil {
		return err
	}
	r.report.end()
	return nil
}

// deal hands out the batches until the last, an error or a signal.
func (r *run) deal(batches chan<- int, errs <-chan error) error {
	defer close(batches)
	for first := 0; first < r.lines; first += batch {
		select {
		case batches <- first:
		case err := <-errs:
			return err
		case <-r.stop:
			return errStopped
		}
	}
	return nil
}

func (r *run) work(s *site, batches <-chan int) error {
	for first := range batches {
		if err := r.batch(s, first, min(first+batch, r.lines), r.report.line); err != nil {
			return err
		}
	}
	return remove(s.area)
}
