package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// home is a folder with all that the programs of a loop read and write.
type home struct {
	dir    string
	bin    string // of the programs
	random *rand.Rand
	// span is about how long a program of this loop lives that is not killed, and
	// a little longer; 0 until one was not.
	span   time.Duration
	killed int // programs
	ended  int // programs that were done before they were to be killed
	dirty  int // rounds after which a temporary file or a journal was there
}

func newHome(dir, bin string, random *rand.Rand) (*home, error) {
	h := &home{dir: dir, bin: bin, random: random}
	for _, folder := range []string{h.work(), h.temporary()} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// work is the working directory of the programs.
func (h *home) work() string { return filepath.Join(h.dir, "work") }

// temporary is where the programs keep what comes from a pipe.
func (h *home) temporary() string { return filepath.Join(h.dir, "tmp") }

// program is one that is killed, or has ended before.
type program struct {
	cmd            *exec.Cmd
	stdout, stderr bytes.Buffer
	// what tells the loop what the program was to do.
	what any
}

// said tells whether the program printed its result, or ended well: what it was
// to do is promised then.
func (p *program) said() bool { return p.stdout.Len() > 0 || p.cmd.ProcessState.Success() }

func (p *program) String() string { return strings.Join(p.cmd.Args, " ") }

// program returns a command line, with what to write to its input.
func (h *home) program(ctx context.Context, input string, line ...string) *program {
	p := &program{cmd: exec.CommandContext(ctx, filepath.Join(h.bin, line[0]), line[1:]...)}
	p.cmd.Dir = h.work()
	p.cmd.Env = []string{"HOME=" + h.dir, "TMPDIR=" + h.temporary(), "PATH=" + h.bin, "AGMEM_NO_GIT=1", "AGMEM_DB=" + filepath.Join(h.dir, "db", "agmem.db")}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = strings.NewReader(input), &p.stdout, &p.stderr
	return p
}

// answer runs a command line to its end and returns what it printed. One that
// fails is an error.
func (h *home) answer(ctx context.Context, input string, line ...string) (string, error) {
	p := h.program(ctx, input, line...)
	if err := p.cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s%s", p, err, p.stdout.String(), p.stderr.String())
	}
	return p.stdout.String(), nil
}

// repeat runs a loop until a promise is broken, and returns in which round that
// was or how many there were.
func (h *home) repeat(ctx context.Context, l loop, rounds int) (int, error) {
	w := l.begin(h)
	for round := range rounds {
		started, err := w.programs(ctx, round)
		if err == nil {
			err = h.kill(started)
		}
		if err == nil {
			h.look()
			err = w.check(ctx, started)
		}
		if err != nil {
			return round + 1, err
		}
	}
	return rounds, nil
}

// kill starts programs and kills each at some moment of its life. Those of the
// first round are not killed: they show how long a life is.
func (h *home) kill(programs []*program) error {
	for _, p := range programs {
		if err := p.cmd.Start(); err != nil {
			return err
		}
	}
	var errs []error
	began := time.Now()
	for _, p := range programs {
		life := time.Hour
		if h.span > 0 {
			life = time.Duration(h.random.Float64() * float64(h.span))
		}
		kills := time.AfterFunc(life, func() { _ = p.cmd.Process.Kill() }) // it may have ended
		defer kills.Stop()
	}
	for _, p := range programs {
		err := p.cmd.Wait()
		switch {
		case err == nil:
			h.ended++
			h.learn(time.Since(began) * 6 / 5)
		case p.cmd.ProcessState.Exited():
			errs = append(errs, fmt.Errorf("%s: %w\n%s", p, err, p.stderr.String()))
		default:
			h.killed++
			h.span += h.span / 100 // so that some programs end
		}
	}
	return errors.Join(errs...)
}

// learn takes a life into the mean of the last ones.
func (h *home) learn(life time.Duration) {
	if h.span == 0 {
		h.span = life
	}
	h.span = (9*h.span + life) / 10
}

// look counts a round after which something is left to be removed or finished.
func (h *home) look() {
	if len(h.unfinished()) > 0 {
		h.dirty++
	}
}

// unfinished returns the temporary files and the journals of the home.
func (h *home) unfinished() []string {
	var found []string
	_ = filepath.WalkDir(h.dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && (strings.HasSuffix(path, ".tmp") || strings.HasSuffix(path, "rename.json")) {
			found = append(found, path)
		}
		return nil
	})
	return found
}

// holds reports other files in a folder than these, and subfolders.
func holds(folder string, want ...string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !slices.Contains(want, e.Name()) {
			return fmt.Errorf("%s was left in %s", e.Name(), folder)
		}
	}
	return nil
}
