package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/agmem/agmem/bench/speed/result"
	"github.com/agmem/agmem/bench/speed/sheet"
)

type report struct {
	out   io.Writer
	rows  []result.Row
	facts []result.Fact
}

func (r *report) printf(format string, args ...any) { fmt.Fprintf(r.out, format, args...) }

// sets returns the sizes that were measured, in order.
func (r *report) sets() []string {
	var sets []string
	for _, row := range r.rows {
		if !slices.Contains(sets, row.Set) {
			sets = append(sets, row.Set)
		}
	}
	return sets
}

func (r *report) set(set string) {
	r.printf("\n## %s memories\n\n", grouped(set))
	r.printf("The corpus: %.0f words and %.0f bytes a memory, %s distinct words (identifiers, numbers and Chinese not counted); the two very common words stand in %.0f and %.0f %% of the memories.\n\n",
		r.fact(set, "words of a memory"), r.fact(set, "bytes of a memory"), grouped(strconv.FormatFloat(r.fact(set, "distinct words"), 'f', 0, 64)),
		r.fact(set, "memories with the commonest word, %"), r.fact(set, "memories with the next commonest word, %"))
	sheet.Columns(r.out)
	for _, row := range r.rows {
		if row.Set == set && row.Name != "import" && !isPeer(row.Name) {
			sheet.Row(r.out, row, budgets()[row.Name].of(row.Set), true)
		}
	}
	r.store(set)
	r.indexes(set)
}

func isPeer(name string) bool {
	return strings.HasPrefix(name, "fts5: ") || strings.HasPrefix(name, "own: ")
}

// store writes what an import takes and what it leaves on the disk.
func (r *report) store(set string) {
	i := slices.IndexFunc(r.rows, func(row result.Row) bool { return row.Set == set && row.Name == "import" })
	size, err := strconv.ParseFloat(set, 64)
	if i < 0 || err != nil {
		return
	}
	row := r.rows[i]
	rate := size / row.Median * 1000
	r.printf("\n| bulk import and disk | | budget | met |\n|---|--:|--:|---|\n")
	r.printf("| import, memories a second | %.0f | %d | %s |\n", rate, importBudget, sheet.Met(rate >= importBudget))
	r.printf("| import, peak in MB | %.0f | %.0f | %s |\n", float64(row.Peak)/1e6, sheet.MemoryBudget/1e6, sheet.Met(row.Peak <= sheet.MemoryBudget))
	for _, name := range []string{"bytes of the file per memory", "bytes in use per memory", "bytes of the text index per memory"} {
		r.printf("| %s | %.0f | | |\n", name, r.fact(set, name))
	}
	r.printf("\nLargest tables and indexes, bytes per memory: %s.\n", r.text(set, "largest tables and indexes, bytes per memory"))
}

// indexes sets agmem's own index beside FTS5.
func (r *report) indexes(set string) {
	if r.fact(set, "fts5: bytes per memory") == 0 {
		return
	}
	r.printf("\n| the index alone | SQLite FTS5 | agmem's own | own / FTS5 |\n|---|--:|--:|--:|\n")
	for _, kind := range []struct{ key, name string }{
		{"rare", "the best 150 of a rare word, ms"},
		{"common", "of two very common words, ms"},
		{"question", "of a question of eight words, ms"},
		{"eight", "of eight words that all count, ms"},
	} {
		r.compare(kind.name, r.median(set, "fts5: "+kind.key), r.median(set, "own: "+kind.key), 1)
	}
	for _, name := range []string{"bytes per memory", "µs to build per memory", "µs of that to analyse"} {
		r.compare(name, r.fact(set, "fts5: "+name), r.fact(set, "own: "+name), 0)
	}
}

func (r *report) compare(name string, peer, own float64, digits int) {
	r.printf("| %s | %.*f | %.*f | %.2f |\n", name, digits, peer, digits, own, own/peer)
}

func (r *report) median(set, name string) float64 {
	for _, row := range r.rows {
		if row.Set == set && row.Name == name {
			return row.Median
		}
	}
	return 0
}

func (r *report) find(set, name string) result.Fact {
	for _, f := range r.facts {
		if f.Set == set && f.Name == name {
			return f
		}
	}
	return result.Fact{}
}

func (r *report) fact(set, name string) float64 { return r.find(set, name).Value }
func (r *report) text(set, name string) string  { return r.find(set, name).Text }

// grouped writes a whole number with a comma after every three digits.
func grouped(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
