// Command report writes what was measured of cards as Markdown to standard
// output.
//
//	report DIR
//
// DIR holds the file rows of a measurement.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

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

const head = `# Speed of cards

Written by ` + "`bench/cards/run.sh`" + `; [README](../README.md) says how. Times are whole processes, from start to
exit, in milliseconds. "× empty" is the median beside that of an empty Go program run in turn with the
command. "Peak" is the highest resident memory of any run, in MB (no less than the timer's own, about 6).
A budget holds for the median of 10,000 cards. Every search looks at every file; "first" is without the
index in the cache folder, and makes it.

`

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
	case row.Name == "links", len(row.Name) >= 6 && row.Name[:6] == "search":
		return 50
	}
	return 0
}

// memoryBudget is for every command.
const memoryBudget = 60e6

func run(dir string) error {
	rows, err := result.Read[result.Row](filepath.Join(dir, "rows"))
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprint(out, head)
	for _, line := range machine.Describe(dir) {
		fmt.Fprintf(out, "- %s\n", line)
	}
	set := ""
	for _, row := range rows {
		if row.Set != set {
			set = row.Set
			fmt.Fprintf(out, "\n## %s cards\n\n", set)
			fmt.Fprint(out, "| command | runs | min | median | p95 | cpu | × empty | budget | met | peak | 60 MB |\n|---|--:|--:|--:|--:|--:|--:|--:|---|--:|---|\n")
		}
		writeRow(out, row)
	}
	writeGrowth(out, rows)
	return out.Flush()
}

func writeRow(out io.Writer, row result.Row) {
	limit, met := "", ""
	if b := budget(row); b > 0 {
		limit, met = fmt.Sprintf("%g", b), yes(row.Median <= b)
	}
	fmt.Fprintf(out, "| %s | %d | %.1f | %.1f | %.1f | %.1f | %.1f | %s | %s | %.0f | %s |\n", row.Name, row.Runs, row.Min, row.Median, row.P95,
		row.CPU, row.Median/row.Empty, limit, met, float64(row.Peak)/1e6, yes(float64(row.Peak) <= memoryBudget))
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

// yes marks what is missed so that nobody overlooks it.
func yes(met bool) string {
	if met {
		return "yes"
	}
	return "**no**"
}
