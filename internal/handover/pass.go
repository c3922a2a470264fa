package handover

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"syscall"
)

// Pass lets the program at path answer a command line, of which called is the
// first word. Where this process can become that program, Pass returns only
// an error. Elsewhere it returns the exit code of a child. Version is that of
// this build.
//
// Nothing may have been read from standard input before.
func Pass(path, called string, args []string, version string) (code int, err error) {
	line := slices.Concat([]string{called}, args)
	environ := append(os.Environ(), mark(os.Getpid(), version))
	if runtime.GOOS == "windows" {
		return child(path, line, environ)
	}
	return 0, syscall.Exec(path, line, environ)
}

// child runs the program as a child with the streams of this process.
func child(path string, line, environ []string) (int, error) {
	// An interrupt goes to all processes of a console. What it means is decided
	// by the child; this process has to be there for its exit code.
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	cmd := exec.Cmd{Path: path, Args: line, Env: environ, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode(), nil
	}
	return 0, err
}
