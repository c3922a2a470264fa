//go:build linux || darwin

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// report collects what was found. Findings of one kind in one command are one
// class: the first is shown and kept, the others are counted.
type report struct {
	mu        sync.Mutex
	out       io.Writer
	classes   map[string][]int // the lines of each class
	suspects  []suspect
	suspected map[string]int // how many suspects each class has

	lines, refused   int            // refused by the system before they ran
	succeeded        map[string]int // by command
	slowest, largest record
	shown            time.Time
}

func newReport(out io.Writer) *report {
	return &report{out: out, classes: make(map[string][]int), suspected: make(map[string]int), succeeded: make(map[string]int)}
}

// suspect is a finding to be repeated.
type suspect struct {
	line int
	kind kind
}

// record is a line that needed most of something.
type record struct {
	line   int
	amount int64
}

func (r *record) set(line int, amount int64) {
	if amount > r.amount {
		*r = record{line, amount}
	}
}

// line is a [handler] for the lines of a run.
func (r *report) line(s *site, l line, o outcome, found []finding) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count(l, o)
	var sure []finding
	for _, f := range found {
		if !f.kind.repeatable() {
			sure = append(sure, f)
		} else if name := classOf(f, l); r.suspected[name] < 3 {
			r.suspected[name]++
			r.suspects = append(r.suspects, suspect{l.number, f.kind})
			fmt.Fprintf(r.out, "line %d: %s, or the machine is busy: %s\n", l.number, f.kind, f.detail)
		}
	}
	return r.accuseAll(s, l, sure)
}

// accuse is a [handler] for a line that runs alone: every finding counts.
func (r *report) accuse(s *site, l line, o outcome, found []finding) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(found) == 0 {
		fmt.Fprintf(r.out, "line %d: nothing was found\n", l.number)
	}
	return r.accuseAll(s, l, found)
}

func (r *report) count(l line, o outcome) {
	r.lines++
	if o.state == nil {
		r.refused++
		return
	}
	r.succeeded[l.command] += 0
	if o.state.Success() {
		r.succeeded[l.command]++
	}
	r.slowest.set(l.number, int64(o.took))
	r.largest.set(l.number, peak(o.state.SysUsage().(*syscall.Rusage)))
	if now := time.Now(); now.Sub(r.shown) > 30*time.Second {
		if !r.shown.IsZero() {
			fmt.Fprintf(r.out, "… %d lines\n", r.lines)
		}
		r.shown = now
	}
}

func (r *report) accuseAll(s *site, l line, found []finding) error {
	shown := false
	for _, f := range found {
		if !r.add(f, l) {
			continue
		}
		kept := fmt.Sprintf("%s/line-%d", filepath.Dir(s.area), l.number)
		fmt.Fprintf(r.out, "\nline %d %s: %s\n", l.number, f.kind, f.detail)
		if shown {
			continue
		}
		shown = true
		if err := keep(s, l, kept); err != nil {
			return err
		}
		fmt.Fprintf(r.out, "%s\n", l.shell(s.programs, filepath.Join(kept, linesFolder)))
	}
	return nil
}

// keep moves the area of a line away, with its input.
func keep(s *site, l line, to string) error {
	if err := remove(to); err != nil {
		return err
	}
	if err := os.Rename(s.area, to); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, "stdin"), l.stdin.text, 0o600)
}

// add counts a finding and reports whether it is the first of its class.
func (r *report) add(f finding, l line) bool {
	name := classOf(f, l)
	r.classes[name] = append(r.classes[name], l.number)
	return len(r.classes[name]) == 1
}

func classOf(f finding, l line) string { return l.command + " " + string(f.kind) }

// end shows the sums.
func (r *report) end() {
	succeeded, never := 0, []string(nil)
	for _, name := range sortedNames(r.succeeded) {
		if succeeded += r.succeeded[name]; r.succeeded[name] == 0 {
			never = append(never, name)
		}
	}
	fmt.Fprintf(r.out, "\n%d lines: %d succeeded, %d failed as they should, %d were too long for the system; slowest %v (line %d), largest %d MB (line %d)\n",
		r.lines, succeeded, r.lines-succeeded-r.refused, r.refused, time.Duration(r.slowest.amount).Round(time.Millisecond), r.slowest.line, r.largest.amount>>20, r.largest.line)
	if len(never) > 0 {
		fmt.Fprintf(r.out, "never succeeded: %s\n", strings.Join(never, ", "))
	}
	for _, name := range sortedNames(r.classes) {
		lines := strings.Trim(fmt.Sprint(r.classes[name]), "[]")
		fmt.Fprintf(r.out, "%s: %d times, lines %.100s\n", name, len(r.classes[name]), lines)
	}
	if len(r.classes) == 0 {
		fmt.Fprintln(r.out, "nothing was found")
	}
}

func megabytes(o outcome) string {
	return fmt.Sprintf("%d MB", peak(o.state.SysUsage().(*syscall.Rusage))>>20)
}
