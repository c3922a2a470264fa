//go:build linux || darwin

package main

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// handler is told of every line that was run, and what was found.
type handler func(s *site, l line, o outcome, found []finding) error

// batch runs lines in a state of their own. After a finding the others begin
// with a new one, so that each finding stands alone.
func (r *run) batch(s *site, first, last int, handle handler) error {
	if err := s.renew(); err != nil {
		return err
	}
	for n := first; n < last; n++ {
		select {
		case <-r.stop:
			return errStopped
		default:
		}
		l := r.generator.line(n)
		o, found, err := s.run(l)
		if err == nil {
			err = handle(s, l, o, found)
		}
		if err == nil && len(found) > 0 {
			err = s.renew()
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return nil
}

// replay runs one line again, after those that made its state.
func (r *run) replay(s *site, number int, handle handler) error {
	err := r.batch(s, number/batch*batch, number+1, func(s *site, l line, o outcome, found []finding) error {
		if l.number != number {
			return nil
		}
		return handle(s, l, o, found)
	})
	return errors.Join(err, remove(s.area))
}

// repeat runs one line and shows it.
func (r *run) repeat(number int) error {
	return r.replay(r.site("w0"), number, func(s *site, l line, o outcome, found []finding) error {
		fmt.Fprintf(r.out, "line %d of seed %d:\n%s\n", number, r.seed, l.shell(s.programs, s.folder()))
		if o.state == nil {
			fmt.Fprintln(r.out, "the system did not start it")
			return nil
		}
		fmt.Fprintf(r.out, "%v after %v, %s\nstandard output: %.2000q\nstandard error:  %.2000q\n", o.state, o.took.Round(time.Millisecond), megabytes(o), o.stdout, o.stderr)
		return r.report.accuse(s, l, o, found)
	})
}

// again runs the suspects of the report with nothing beside them.
func (r *run) again() error {
	for _, suspect := range r.report.suspects {
		fmt.Fprintf(r.out, "line %d %s: repeating it alone\n", suspect.line, suspect.kind)
		err := r.replay(r.site("again"), suspect.line, r.report.accuse)
		if err != nil {
			return err
		}
	}
	return os.RemoveAll(r.site("again").area)
}
