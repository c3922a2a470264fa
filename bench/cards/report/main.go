// Command report writes what was measured of cards as Markdown to standard
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
	"strconv"
	"strings"

	"github.com/agmem/agmem/bench/speed/result"
	"github.com/agmem/agmem/bench/speed/sheet"
)

func main() { sheet.Main(run) }

const notes = `A budget holds for the median of 10,000 cards.
Every search looks at every file; "first" is without the index in the cache folder, and makes it.`

// The names of the rows that the script gives and that are looked for here.
const (
	rareWord = "search: a rare word"
	start    = "version"
	first    = "search: first"
	measured = "10000" // the set that has budgets
)

// budget is what a command may take on 10,000 cards, in milliseconds; 0 where
// nobody said.
func budget(row result.Row) float64 {
	switch {
	case row.Set != measured:
		return 0
	case row.Name == first:
		return 3000
	case row.Name == "links", strings.HasPrefix(row.Name, "search"):
		return 50
	}
	return 0
}

func run(out io.Writer, dir string) error {
	rows, err := result.Read[result.Row](filepath.Join(dir, "rows"))
	if err != nil {
		return err
	}
	sheet.Head(out, dir, "Speed of cards", "bench/cards/run.sh", notes)
	set := ""
	for _, row := range rows {
		if row.Set != set {
			set = row.Set
			fmt.Fprintf(out, "\n## %s cards\n\n", set)
			sheet.Columns(out)
		}
		sheet.Row(out, row, budget(row), true)
	}
	writeGrowth(out, rows)
	return nil
}

// writeGrowth says how a search grows with the number of cards: what it takes
// beyond the start of the program is nearly all for looking at the files.
func writeGrowth(out io.Writer, rows []result.Row) {
	fmt.Fprint(out, "\n## How reconciliation grows\n\nA search for a rare word when nothing has changed, and when there is no index.\n\n")
	fmt.Fprint(out, "| cards | search | beyond the start | of that for a card, µs | first search | for a card, µs |\n|--:|--:|--:|--:|--:|--:|\n")
	for _, row := range rows {
		n, err := strconv.Atoi(row.Set)
		if row.Name != rareWord || err != nil || n == 0 {
			continue
		}
		beyond := row.Median - median(rows, row.Set, start)
		made := median(rows, row.Set, first)
		fmt.Fprintf(out, "| %d | %.1f | %.1f | %.1f | %.0f | %.0f |\n", n, row.Median, beyond, 1000*beyond/float64(n), made, 1000*made/float64(n))
	}
}

func median(rows []result.Row, set, name string) float64 {
	for _, row := range rows {
		if row.Set == set && row.Name == name {
			return row.Median
		}
	}
	return 0
}
