// Command report writes what was measured as Markdown to standard output.
//
//	report DIR
//
// DIR holds the files rows and facts of a measurement.
package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"

	"github.com/agmem/agmem/bench/speed/machine"
	"github.com/agmem/agmem/bench/speed/result"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: report DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	rows, err := result.Read[result.Row](filepath.Join(dir, "rows"))
	if err != nil {
		return err
	}
	facts, err := result.Read[result.Fact](filepath.Join(dir, "facts"))
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	r := report{out: out, rows: rows, facts: facts}
	r.head(machine.Describe(dir))
	for _, set := range r.sets() {
		r.set(set)
	}
	return out.Flush()
}
