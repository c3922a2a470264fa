package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/agmem/agmem/bench/speed/result"
)

// series is what is run how often.
type series struct {
	commands   [][]string
	lines      [][]string // fields for the arguments, a line a run; nil for none
	runs, warm int
	empty      string // a program, run between the others; empty: none
	stdin      string // a file; empty: nothing to read
	refuse     string // what the output must not be; empty: anything goes
}

// measure returns a row for each command, without names.
func (s *series) measure() ([]result.Row, error) {
	times := make([][]float64, len(s.commands))
	rows := make([]result.Row, len(s.commands))
	var empty []float64
	for i := range s.warm + s.runs {
		counts := i >= s.warm
		for k, command := range s.commands {
			took, peak, err := s.once(s.fill(command, i), i == 0)
			if err != nil {
				return nil, err
			}
			if counts {
				times[k] = append(times[k], took)
				rows[k].Peak = max(rows[k].Peak, peak)
			}
		}
		if s.empty == "" {
			continue
		}
		took, _, err := s.once([]string{s.empty}, false)
		if err != nil {
			return nil, err
		}
		if counts {
			empty = append(empty, took)
		}
	}
	for k, t := range times {
		rows[k].Runs = s.runs
		rows[k].Min, rows[k].Median, rows[k].P95 = result.Quantile(t, 0), result.Quantile(t, 0.5), result.Quantile(t, 0.95)
		rows[k].Empty = result.Quantile(empty, 0.5)
	}
	return rows, nil
}

// fill puts the fields of a run's line into the arguments.
func (s *series) fill(command []string, run int) []string {
	if len(s.lines) == 0 {
		return command
	}
	var pairs []string
	for i, field := range s.lines[run%len(s.lines)] {
		pairs = append(pairs, "{"+strconv.Itoa(i+1)+"}", field)
	}
	filled := make([]string, len(command))
	for i, arg := range command {
		filled[i] = strings.NewReplacer(pairs...).Replace(arg)
	}
	return filled
}

// once runs a command and returns the milliseconds from before its start to
// after its end, and its peak memory. Its output is looked at only where that
// is asked for: to read it costs time.
func (s *series) once(args []string, look bool) (ms float64, peak int64, err error) {
	command := exec.Command(args[0], args[1:]...)
	var stderr, stdout bytes.Buffer
	if look {
		command.Stdout, command.Stderr = &stdout, &stderr
	}
	if s.stdin != "" {
		f, err := os.Open(s.stdin)
		if err != nil {
			return 0, 0, err
		}
		defer f.Close()
		command.Stdin = f
	}
	start := time.Now()
	err = command.Run()
	took := time.Since(start)
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	if s.refuse != "" && look && strings.TrimSpace(stdout.String()) == s.refuse {
		return 0, 0, fmt.Errorf("%s: the output is %q: there is nothing to measure", strings.Join(args, " "), s.refuse)
	}
	return float64(took) / float64(time.Millisecond), peakMemory(command.ProcessState), nil
}
