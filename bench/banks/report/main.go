// Command report writes what was measured of banks as Markdown to standard
// output.
//
//	report DIR
//
// DIR holds the file rows of a measurement and the file sets of make.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

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

const head = `# Speed of banks

Written by ` + "`bench/banks/run.sh`" + `; [README](../README.md) says how. Times are whole processes, from start to
exit, in milliseconds. "× empty" is the median beside that of an empty Go program run in turn with the
command. "Peak" is the highest resident memory of any run, in MB (no less than the timer's own, about 6).
A budget holds for the median. A write is on the disk when it ends.

`

// budget is what a command may take on a set, in milliseconds; 0 where nobody
// said.
func budget(set, name string) float64 {
	switch {
	case name == "read KEY" && (set == "1" || set == "1000"):
		return 5
	case name == "read KEY" && set == "10MB":
		return 40
	case name == "read KEY" && set == "10MB-gzip":
		return 100
	case name == "write KEY" && set == "10MB":
		return 100
	}
	return 0
}

// memoryBudget is for every command but those that give a whole bank to jq.
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
			fmt.Fprintf(out, "\n## %s\n\n", title(set))
			fmt.Fprint(out, "| command | min | median | p95 | cpu | × empty | budget | met | peak | 60 MB |\n|---|--:|--:|--:|--:|--:|--:|---|--:|---|\n")
		}
		writeRow(out, row)
	}
	return out.Flush()
}

func title(set string) string {
	switch set {
	case "1":
		return "A bank of one key"
	case "10MB":
		return "A bank of 10 MB, 9,000 keys"
	case "10MB-gzip":
		return "The same bank, compressed"
	}
	return "A bank of " + set + " keys"
}

func writeRow(out io.Writer, row result.Row) {
	limit, met, small := "", "", ""
	if b := budget(row.Set, row.Name); b > 0 {
		limit, met = fmt.Sprintf("%g", b), yes(row.Median <= b)
	}
	if !strings.HasPrefix(row.Name, "query BANK") {
		small = yes(row.Peak <= memoryBudget)
	}
	fmt.Fprintf(out, "| %s | %.1f | %.1f | %.1f | %.1f | %.1f | %s | %s | %.0f | %s |\n", row.Name, row.Min, row.Median, row.P95,
		row.CPU, row.Median/row.Empty, limit, met, float64(row.Peak)/1e6, small)
}

// yes marks what is missed so that nobody overlooks it.
func yes(met bool) string {
	if met {
		return "yes"
	}
	return "**no**"
}
