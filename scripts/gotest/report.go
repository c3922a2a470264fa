package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// errNothing is a run without a test: a mistyped package must not look like
// success.
var errNothing = errors.New("no test ran")

// event is one line of go test -json; see go doc test2json.
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
}

// report turns events into what a person wants to read.
type report struct {
	out    io.Writer
	output map[[2]string]*strings.Builder // of each test that runs, by package and name; of the package itself without one

	passed, failed, skipped int
}

func newReport(out io.Writer) *report {
	return &report{out: out, output: make(map[[2]string]*strings.Builder)}
}

// read consumes the events until there are no more.
func (r *report) read(events io.Reader) error {
	decoder := json.NewDecoder(events)
	for {
		var e event
		switch err := decoder.Decode(&e); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("go test wrote no JSON: %w", err)
		}
		r.take(e)
	}
}

func (r *report) take(e event) {
	switch {
	case e.Action == "build-output":
		fmt.Fprint(r.out, e.Output)
	case e.Action == "output":
		r.keep(e)
	case e.Test == "":
		r.endPackage(e)
	case e.Action == "pass":
		r.passed++
		r.forget(e)
	case e.Action == "skip":
		r.skipped++
		fmt.Fprintf(r.out, "SKIP\t%s %s: %s\n", e.Package, e.Test, reason(r.forget(e)))
	case e.Action == "fail":
		r.failed++
		fmt.Fprint(r.out, r.forget(e))
	}
}

// endPackage prints what a package says as a whole; of one that passed only
// its usual line.
func (r *report) endPackage(e event) {
	if e.Action != "pass" && e.Action != "fail" && e.Action != "skip" {
		return
	}
	for line := range strings.Lines(r.forget(e)) {
		if e.Action == "fail" || line != "PASS\n" && !strings.HasPrefix(line, "-test.shuffle ") {
			fmt.Fprint(r.out, line)
		}
	}
}

func (r *report) keep(e event) {
	key := [2]string{e.Package, e.Test}
	if r.output[key] == nil {
		r.output[key] = new(strings.Builder)
	}
	if !strings.HasPrefix(e.Output, "=== ") {
		r.output[key].WriteString(e.Output)
	}
}

// forget returns what a test wrote and drops it.
func (r *report) forget(e event) string {
	key := [2]string{e.Package, e.Test}
	defer delete(r.output, key)
	if kept := r.output[key]; kept != nil {
		return kept.String()
	}
	return ""
}

// reason returns what a skipped test says, in one line.
func reason(output string) string {
	var lines []string
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "--- SKIP") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, " ")
}

// summary prints the count, and what tests wrote that never ended.
func (r *report) summary() {
	for key, kept := range r.output {
		fmt.Fprintf(r.out, "%s %s did not end:\n%s", key[0], key[1], kept)
	}
	fmt.Fprintf(r.out, "%d tests passed, %d failed, %d were skipped\n", r.passed, r.failed, r.skipped)
}
