// Command startup checks what programs cost before they do anything: the time
// of `PROGRAM --version` against that of an empty Go program, and the size.
// Every command pays for every package's initialisation, and an agent runs
// hundreds of commands.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	runs     = 21       // of each program, in turn, for the median
	maxTimes = 6        // times the empty program; generous, so that only a new kind of cost fails
	maxBytes = 30 << 20 // of the program's file
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: startup PROGRAM...")
		os.Exit(2)
	}
	if err := check(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "startup:", err)
		os.Exit(1)
	}
}

func check(programs []string) error {
	dir, err := os.MkdirTemp("", "startup")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	empty, err := buildEmpty(dir)
	if err != nil {
		return err
	}
	var errs []error
	for _, program := range programs {
		errs = append(errs, checkSize(program), compare(program, empty))
	}
	return errors.Join(errs...)
}

func checkSize(program string) error {
	info, err := os.Stat(program)
	if err != nil {
		return err
	}
	fmt.Printf("%s has %.1f MB, the limit is %d MB\n", program, float64(info.Size())/(1<<20), maxBytes>>20)
	if info.Size() > maxBytes {
		return fmt.Errorf("%s is too large", program)
	}
	return nil
}

// buildEmpty makes the smallest Go program.
func buildEmpty(dir string) (string, error) {
	source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "empty.exe")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return "", err
	}
	goCommand := os.Getenv("GO")
	if goCommand == "" {
		goCommand = "go"
	}
	out, err := exec.Command(goCommand, "build", "-trimpath", "-ldflags", "-s -w", "-o", program, source).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("cannot build an empty program: %w\n%s", err, out)
	}
	return program, nil
}

// compare runs both programs in turn, so that a busy machine slows both.
func compare(program, empty string) error {
	var ours, theirs []time.Duration
	for range runs {
		for _, p := range []struct {
			command []string
			times   *[]time.Duration
		}{{[]string{program, "--version"}, &ours}, {[]string{empty}, &theirs}} {
			start := time.Now()
			if out, err := exec.Command(p.command[0], p.command[1:]...).CombinedOutput(); err != nil {
				return fmt.Errorf("%s: %w\n%s", strings.Join(p.command, " "), err, out)
			}
			*p.times = append(*p.times, time.Since(start))
		}
	}
	a, b := median(ours), median(theirs)
	times := float64(a) / float64(b)
	fmt.Printf("%s --version takes %v, an empty program %v: %.1f times, the limit is %d\n",
		program, a.Round(10*time.Microsecond), b.Round(10*time.Microsecond), times, maxTimes)
	if times > maxTimes {
		return fmt.Errorf("%s is slow to start; the initialisation of its packages, dearest first:\n%s", program, blame(program))
	}
	return nil
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// blame returns the ten packages whose initialisation takes longest.
func blame(program string) string {
	command := exec.Command(program, "--version")
	command.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	command.Stderr = &trace
	if err := command.Run(); err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(trace.String()), "\n")
	slices.SortFunc(lines, func(a, b string) int { return int(1e3 * (clock(b) - clock(a))) })
	return strings.Join(lines[:min(10, len(lines))], "\n")
}

// clock returns the milliseconds of a line such as
//
//	init internal/godebug @0.1 ms, 0.02 ms clock, 1336 bytes, 13 allocs
func clock(line string) float64 {
	before, _, found := strings.Cut(line, " ms clock")
	if !found {
		return 0
	}
	ms, err := strconv.ParseFloat(before[strings.LastIndexByte(before, ' ')+1:], 64)
	if err != nil {
		return 0
	}
	return ms
}
