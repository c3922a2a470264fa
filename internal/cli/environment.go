package cli

import (
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// Version is the version of every program of agmem.
const Version = "0.1.0"

// Environment is all that a command touches of the world outside the program.
type Environment struct {
	Called string   // the name by which the program was called, perhaps with its folder
	Args   []string // what followed that name
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Getenv func(string) string
	Now    func() time.Time
	Dir    string // the working directory; empty where it is gone

	StdinTerminal  bool
	StdoutTerminal bool
	StderrTerminal bool
	// Columns is the width of the terminal that Stdout is, 0 if it is not a terminal
	// or does not say.
	Columns int
}

// System returns the environment of this process.
func System() Environment {
	dir, _ := os.Getwd() // without one, there are no git facts and relative paths fail by themselves
	env := Environment{
		Called: os.Args[0],
		Args:   os.Args[1:],
		Stdin:  os.Stdin,
		Stdout: os.Stdout,
		Stderr: os.Stderr,
		Getenv: os.Getenv,
		Now:    time.Now,
		Dir:    dir,

		StdinTerminal:  isTerminal(os.Stdin),
		StdoutTerminal: isTerminal(os.Stdout),
		StderrTerminal: isTerminal(os.Stderr),
	}
	if env.StdoutTerminal {
		env.Columns, _, _ = term.GetSize(int(os.Stdout.Fd()))
	}
	return env
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// colours says whether Stdout should be painted (https://no-color.org).
func (e Environment) colours() bool {
	return e.StdoutTerminal && e.Getenv("NO_COLOR") == "" && e.Getenv("TERM") != "dumb"
}
