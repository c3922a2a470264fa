// Command timer runs commands as whole processes, one after the other, and
// writes what they took.
//
//	timer -out ROWS -set NAME -name NAME[,NAME…] [flags] -- COMMAND … [-- COMMAND …]
//
// Several commands are run in turn and each has its own row: what one
// does the next may take back. With -each FILE, {1}, {2} and so on in an
// argument, or in the name of the file for standard input, stand for the
// tab-separated fields of a line of FILE, another line in each run. With -empty PROGRAM that program is run between the runs, so
// that a busy machine slows both alike.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/agmem/agmem/bench/speed/result"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "timer:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	var s series
	flags := flag.NewFlagSet("timer", flag.ContinueOnError)
	out := flags.String("out", "", "`FILE` of rows to add to")
	set := flags.String("set", "", "`NAME` of what is measured on")
	names := flags.String("name", "", "`NAMES` of the commands, with commas between them")
	each := flags.String("each", "", "`FILE` whose lines fill in the arguments")
	flags.IntVar(&s.runs, "runs", 21, "`NUMBER` of runs that count")
	flags.IntVar(&s.warm, "warm", 3, "`NUMBER` of runs before them")
	flags.StringVar(&s.empty, "empty", "", "`PROGRAM` to compare with")
	flags.StringVar(&s.stdin, "stdin", "", "`FILE` to give on standard input")
	flags.StringVar(&s.refuse, "refuse", "", "output `TEXT` that fails the measurement")
	if err := flags.Parse(args); err != nil {
		return err
	}
	s.commands = split(flags.Args())
	name := strings.Split(*names, ",")
	if len(name) != len(s.commands) || *out == "" || s.runs < 1 {
		return errors.New("usage: timer -out ROWS -set NAME -name NAME[,NAME…] -- COMMAND … [-- COMMAND …]")
	}
	if *each != "" {
		var err error
		if s.lines, err = readLines(*each); err != nil {
			return err
		}
	}
	rows, err := s.measure()
	if err != nil {
		return fmt.Errorf("%s, %s: %w", *set, *names, err)
	}
	for i := range rows {
		rows[i].Set, rows[i].Name = *set, name[i]
		fmt.Fprintf(os.Stderr, "%10s  %-34s %9.2f ms (%.2f to %.2f), empty %.2f, %5.1f MB\n", *set, name[i],
			rows[i].Median, rows[i].Min, rows[i].P95, rows[i].Empty, float64(rows[i].Peak)/1e6)
	}
	return result.Append(*out, rows...)
}

// split cuts the arguments at every "--".
func split(args []string) [][]string {
	var commands [][]string
	for {
		i := slices.Index(args, "--")
		if i < 0 {
			return append(commands, args)
		}
		commands = append(commands, args[:i])
		args = args[i+1:]
	}
}

func readLines(path string) ([][]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var lines [][]string
	for line := range strings.Lines(string(text)) {
		lines = append(lines, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s is empty", path)
	}
	return lines, nil
}
