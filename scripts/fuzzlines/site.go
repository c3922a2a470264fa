//go:build linux || darwin

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// linesFolder is the folder that lines may write to.
const linesFolder = "folder"

// site is a place where one line runs at a time: an area with the folder of the
// lines, and the canary beside it.
type site struct {
	area     string
	template string // of the folder
	programs string
	stdin    string // a file for standard input
	user     user
	limits   limits

	beside map[string]string // how the area was before the next line
	odd    map[string]fs.FileMode
	temps  []string
}

func (s *site) folder() string { return filepath.Join(s.area, linesFolder) }

// renew makes the area as it was at the beginning.
func (s *site) renew() error {
	if err := remove(s.area); err != nil {
		return err
	}
	if err := os.MkdirAll(s.area, 0o755); err != nil {
		return err
	}
	err := errors.Join(copyTree(s.template, s.folder()), furnish(s.folder(), s.user), makeCanary(s.area), s.user.own(filepath.Join(s.area, canaryFolder)))
	if err == nil && s.user.other {
		err = os.Lchown(s.area, nobody, nobody)
	}
	if err != nil {
		return fmt.Errorf("making the state: %w", err)
	}
	return s.look()
}

// look remembers what the next line must leave as it is.
func (s *site) look() (err error) {
	s.odd, s.temps = oddTypes(s.folder()), temporaries(s.folder())
	s.beside, err = snapshot(s.area)
	return err
}

// run runs a line and judges it.
func (s *site) run(l line) (outcome, []finding, error) {
	o, err := s.execute(l)
	if errors.Is(err, syscall.E2BIG) || errors.Is(err, syscall.EINVAL) {
		return o, nil, nil // no system passes on so long an argument, or a zero byte
	}
	if err != nil {
		return o, nil, err
	}
	found := judgeEnd(l, o, s.limits)
	if after, err := snapshot(s.area); err != nil {
		return o, nil, err
	} else if touched := differences(s.beside, after); touched != "" {
		found = append(found, finding{outside, touched})
	}
	if o.hung {
		return o, found, nil // what a killed process leaves is another matter
	}
	types := oddTypes(s.folder())
	for _, name := range sortedNames(s.odd) {
		if types[name] != s.odd[name] {
			found = append(found, finding{replaced, fmt.Sprintf("%s was a %v and is a %v", name, s.odd[name], types[name])})
		}
	}
	var left []string
	for _, name := range temporaries(s.folder()) {
		// A database, say, has the name that the line gives it, whatever that is.
		switch asked := strings.HasSuffix(name, ".tmp") && l.names(filepath.Base(name)); {
		case slices.Contains(s.temps, name):
		case asked:
			s.temps = append(s.temps, name) // later lines did not leave it either
		default:
			left = append(left, name)
		}
	}
	if len(left) > 0 {
		found = append(found, finding{leftover, strings.Join(left, ", ")})
	}
	return o, found, nil
}

// ask runs a program for its standard output.
func (s *site) ask(stdin, dir, program string, args ...string) (string, error) {
	o, err := s.execute(line{program: program, args: args, dir: dir, stdin: input{textInput, []byte(stdin)}})
	if err == nil && !o.state.Success() {
		err = fmt.Errorf("%v: %s", o.state, o.stderr)
	}
	return o.stdout, err
}
