// Command report writes what was measured of hooks as Markdown to standard output.
//
//	report DIR
//
// DIR holds the file rows of a measurement.
package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem/bench/speed/result"
	"github.com/agmem/agmem/bench/speed/sheet"
)

func main() { sheet.Main(run) }

const notes = `A hook has 30 ms, and 15 ms when it says nothing. A budget holds for the median.
Each run is of another session, and the database is that of the memories of one person in 40 repositories.`

// budget is what a hook may take, in milliseconds.
func budget(row result.Row) float64 {
	if strings.HasSuffix(row.Name, "(silent)") {
		return 15
	}
	return 30
}

func run(out io.Writer, dir string) error {
	rows, err := result.Read[result.Row](filepath.Join(dir, "rows"))
	if err != nil {
		return err
	}
	sheet.Head(out, dir, "Speed of hooks", "bench/hooks/run.sh", notes)
	for i, row := range rows {
		if i == 0 {
			fmt.Fprintf(out, "\n## %s memories\n\n", row.Set)
			sheet.Columns(out)
		}
		sheet.Row(out, row, budget(row), true)
	}
	return nil
}
