// Command report writes what was measured as Markdown to standard output.
//
//	report DIR
//
// DIR holds the files rows and facts of a measurement.
package main

import (
	"io"
	"path/filepath"

	"github.com/agmem/agmem/bench/speed/result"
	"github.com/agmem/agmem/bench/speed/sheet"
)

func main() { sheet.Main(run) }

func run(out io.Writer, dir string) error {
	rows, err := result.Read[result.Row](filepath.Join(dir, "rows"))
	if err != nil {
		return err
	}
	facts, err := result.Read[result.Fact](filepath.Join(dir, "facts"))
	if err != nil {
		return err
	}
	r := report{out: out, rows: rows, facts: facts}
	sheet.Head(out, dir, "Speed", "bench/speed/run.sh", "A budget holds for the median.")
	for _, set := range r.sets() {
		r.set(set)
	}
	return nil
}
