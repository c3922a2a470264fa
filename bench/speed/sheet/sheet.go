// Package sheet holds what the reports of all measurements of whole processes
// have in common: the command itself, the head of the page and a row of times.
package sheet

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/agmem/agmem/bench/speed/machine"
	"github.com/agmem/agmem/bench/speed/result"
)

// MemoryBudget is how many bytes a command may hold in memory.
const MemoryBudget = 60e6

// Main runs a report: it writes what was measured in the folder that the
// command line names to standard output.
func Main(write func(out io.Writer, dir string) error) {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: report DIR")
		os.Exit(2)
	}
	out := bufio.NewWriter(os.Stdout)
	err := write(out, os.Args[1])
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

// Head writes the beginning of a page: what was measured by which script, how
// to read the tables, and on what machine. The notes are what one page alone
// needs, as sentences.
func Head(out io.Writer, dir, title, script, notes string) {
	fmt.Fprintf(out, `# %s

Written by `+"`%s`"+`; [README](../README.md) says what is measured and how. Times are whole
processes, from start to exit, in milliseconds; "cpu" is the median of what the processors worked for
one, which a busy machine changes less. "× empty" is the median beside that of an empty Go program
run in turn with the command. "Peak" is the highest resident memory of any run, in MB (no less than
the timer's own, about 6). %s

`, title, script, notes)
	for _, line := range machine.Describe(dir) {
		fmt.Fprintf(out, "- %s\n", line)
	}
}

// Columns writes the head of a table of commands.
func Columns(out io.Writer) {
	fmt.Fprint(out, "| command | runs | min | median | p95 | cpu | × empty | budget | met | peak | 60 MB |\n|---|--:|--:|--:|--:|--:|--:|--:|---|--:|---|\n")
}

// Row writes what a command took. The budget holds for the median, in
// milliseconds, 0 for none; bounded says whether [MemoryBudget] holds as well.
func Row(out io.Writer, row result.Row, budget float64, bounded bool) {
	limit, met, small := "", "", ""
	if budget > 0 {
		limit, met = fmt.Sprintf("%g", budget), Met(row.Median <= budget)
	}
	if bounded {
		small = Met(row.Peak <= MemoryBudget)
	}
	fmt.Fprintf(out, "| %s | %d | %.1f | %.1f | %.1f | %.1f | %.1f | %s | %s | %.0f | %s |\n", strings.ReplaceAll(row.Name, "|", `\|`), row.Runs, row.Min, row.Median,
		row.P95, row.CPU, row.Median/row.Empty, limit, met, float64(row.Peak)/1e6, small)
}

// Met marks a budget that is missed so that nobody overlooks it.
func Met(met bool) string {
	if met {
		return "yes"
	}
	return "**no**"
}
