//go:build linux || darwin

// Command fuzzlines runs random command lines of agmem and of the programs it
// carries: random commands, flags, values, environment, standard input and files
// of every kind. It runs them as a user without rights, in a folder of its own,
// and reports a line that crashes, hangs, takes too much memory, leaves a
// temporary file or a process, or touches what is beside its folder.
//
// Which programs, commands and flags there are is read from their help and their
// completion, so what is new is tested without a change here.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const (
	passed    = 0
	failed    = 1
	misused   = 2
	unchecked = 77 // what scripts/check reports as NOT CHECKED
)

func main() {
	var r run
	flag.IntVar(&r.lines, "lines", 50_000, "run `N` lines")
	flag.Uint64Var(&r.seed, "seed", uint64(time.Now().UnixNano()), "make the lines from `SEED`")
	flag.IntVar(&r.workers, "workers", 2, "run `N` lines at a time")
	only := flag.Int("line", -1, "run line `K` alone, after the lines that made the state it meets")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: fuzzlines [flags] AGMEM\nAGMEM is the program; one called AGMEM-full beside it is tested too.")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 || r.lines < 1 || r.workers < 1 {
		flag.Usage()
		os.Exit(misused)
	}
	r.program, r.out, r.limits = flag.Arg(0), os.Stdout, usualLimits()
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	r.stop = stop
	os.Exit(r.main(*only))
}
