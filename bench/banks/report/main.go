// Command report writes what was measured of banks as Markdown to standard
// output.
//
//	report DIR
//
// DIR holds the file rows of a measurement and the file sets of make.
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

const notes = `A budget holds for the median. A write is on the disk when it ends.`

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

func run(out io.Writer, dir string) error {
	rows, err := result.Read[result.Row](filepath.Join(dir, "rows"))
	if err != nil {
		return err
	}
	sheet.Head(out, dir, "Speed of banks", "bench/banks/run.sh", notes)
	set := ""
	for _, row := range rows {
		if row.Set != set {
			set = row.Set
			fmt.Fprintf(out, "\n## %s\n\n", title(set))
			sheet.Columns(out)
		}
		sheet.Row(out, row, budget(row.Set, row.Name), !strings.HasPrefix(row.Name, "query BANK")) // that gives a whole bank to jq
	}
	return nil
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
