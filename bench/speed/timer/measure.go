package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/agmem/agmem/bench/speed/peak"
	"github.com/agmem/agmem/bench/speed/result"
)

// series is what is run how often.
type series struct {
	commands   [][]string
	lines      [][]string // fields for the arguments, a line a run; nil for none
	runs, warm int
	empty      string // a program, run between the others; empty: none
	stdin      string // a file, its name filled in as arguments are; empty: nothing to read
	refuse     string // what the output must not be; empty: anything goes
}

// measure returns a row for each command, without names.
func (s *series) measure() ([]result.Row, error) {
	took := make([][]usage, len(s.commands))
	var empty []usage
	for i := range s.warm + s.runs {
		for k, command := range s.commands {
			u, err := s.once(s.fill(command, i), s.fill([]string{s.stdin}, i)[0], i == 0)
			if err != nil {
				return nil, err
			}
			took[k] = append(took[k], u)
		}
		if s.empty == "" {
			continue
		}
		u, err := s.once([]string{s.empty}, "", false)
		if err != nil {
			return nil, err
		}
		empty = append(empty, u)
	}
	rows := make([]result.Row, len(s.commands))
	for k := range took {
		rows[k] = row(took[k][s.warm:])
		if len(empty) > 0 {
			rows[k].Empty = row(empty[s.warm:]).Median
		}
	}
	return rows, nil
}

// usage is what one process took.
type usage struct {
	wall, cpu float64 // milliseconds
	peak      int64   // bytes
}

func row(all []usage) result.Row {
	r := result.Row{Runs: len(all)}
	var wall, cpu []float64
	for _, u := range all {
		wall, cpu = append(wall, u.wall), append(cpu, u.cpu)
		r.Peak = max(r.Peak, u.peak)
	}
	r.Min, r.Median, r.P95 = result.Quantile(wall, 0), result.Quantile(wall, 0.5), result.Quantile(wall, 0.95)
	r.CPU = result.Quantile(cpu, 0.5)
	return r
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

// once runs a command, from before its start to after its end. Its output is
// looked at only where that is asked for: to read it costs time.
func (s *series) once(args []string, stdin string, look bool) (usage, error) {
	command := exec.Command(args[0], args[1:]...)
	var stderr, stdout bytes.Buffer
	if look {
		command.Stdout, command.Stderr = &stdout, &stderr
	}
	if stdin != "" {
		f, err := os.Open(stdin)
		if err != nil {
			return usage{}, err
		}
		defer f.Close()
		command.Stdin = f
	}
	start := time.Now()
	err := command.Run()
	took := time.Since(start)
	if err != nil {
		return usage{}, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	if s.refuse != "" && look && strings.TrimSpace(stdout.String()) == s.refuse {
		return usage{}, fmt.Errorf("%s: the output is %q: there is nothing to measure", strings.Join(args, " "), s.refuse)
	}
	state := command.ProcessState
	return usage{milliseconds(took), milliseconds(state.UserTime() + state.SystemTime()), peak.Memory(state)}, nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
