// Command report writes what was measured of ledgers as Markdown to standard
// output.
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

const notes = `A budget holds for the median of 10,000 events.
No git repository is compared with.`

// budget is what a command may take on 10,000 events, in milliseconds; 0 where
// nobody said.
func budget(row result.Row) float64 {
	if row.Set != "10000" {
		return 0
	}
	command, _, _ := strings.Cut(row.Name, ":")
	return map[string]float64{"remember": 10, "search": 15, "context-pack": 25}[command]
}

func run(out io.Writer, dir string) error {
	rows, err := result.Read[result.Row](filepath.Join(dir, "rows"))
	if err != nil {
		return err
	}
	sheet.Head(out, dir, "Speed of the ledger", "bench/ledger/speed.sh", notes)
	set := ""
	for _, row := range rows {
		if row.Set != set {
			set = row.Set
			fmt.Fprintf(out, "\n## %s events\n\n", set)
			sheet.Columns(out)
		}
		sheet.Row(out, row, budget(row), true)
	}
	return nil
}
