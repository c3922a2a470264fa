package recall

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// updateRankings is a flag of the test binary: -update.
var updateRankings = flag.Bool("update", false, "write testdata/rankings.txt anew")

// memory is a line of testdata/memories.txt.
type memory struct {
	id, session string
	Text
}

// fields reads a file of testdata whose lines have n fields between bars.
func fields(t *testing.T, name string, n int) [][]string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var lines [][]string
	for line := range strings.Lines(string(content)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.SplitN(line, "|", n)
		if len(parts) != n {
			t.Fatalf("%s: %q has %d fields, want %d", name, line, len(parts), n)
		}
		for i := range parts {
			parts[i] = strings.TrimSpace(parts[i])
		}
		lines = append(lines, parts)
	}
	return lines
}

func memories(t *testing.T) []memory {
	t.Helper()
	var all []memory
	for _, f := range fields(t, "memories.txt", 6) {
		created, err := time.Parse(time.DateOnly, f[1])
		if err != nil {
			t.Fatal(err)
		}
		m := memory{id: f[0], session: f[2], Text: Text{CreatedAt: created}}
		m.Document = Document{Author: f[3], Tags: strings.Split(f[4], ","), Content: f[5]}
		all = append(all, m)
	}
	return all
}

// rankings asks the collection as a store does: candidates by their words, by
// whole days, and by what is beside them in a session.
func rankings(c *collection, all []memory, question string) []Ranked {
	p, scores := c.plan(question)
	var candidates []Text
	for i, t := range c.texts {
		t.BM25 = scores[i]
		t.Beside = nil
		for k := range all {
			if d := k - i; d != 0 && max(d, -d) <= MaxBeside && all[i].session != "" && all[k].session == all[i].session {
				t.Beside = append(t.Beside, Beside{Distance: d, BM25: scores[k]})
			}
		}
		dated := slices.ContainsFunc(p.Days(), func(d Day) bool { return d.Whole() && d.match(t.CreatedAt) > 0 })
		if scores[i] > 0 || BesideWorth(t.Beside) > 0 || dated && len(p.Conditions()) == 0 {
			candidates = append(candidates, t)
		}
	}
	return p.Rank(candidates, c.now)
}

// TestRankings compares how questions are answered with what is committed,
// misses included. Anyone who changes ranking runs it with -update and judges
// the difference by its sums.
func TestRankings(t *testing.T) {
	all := memories(t)
	texts := make([]Text, len(all))
	for i, m := range all {
		texts[i] = m.Text
	}
	c := collect(texts...)
	var out strings.Builder
	var first, reciprocal float64
	questions := fields(t, "questions.txt", 2)
	for _, q := range questions {
		question, wanted := q[0], strings.Split(q[1], ", ")
		ranked := rankings(c, all, question)
		place := slices.IndexFunc(ranked, func(r Ranked) bool { return slices.Contains(wanted, all[r.Doc-1].id) }) + 1
		if place == 1 {
			first++
		}
		if place > 0 {
			reciprocal += 1 / float64(place)
		}
		fmt.Fprintf(&out, "%s\n  wanted %s, found at %d\n", question, q[1], place)
		writeBest(&out, all, ranked)
	}
	n := float64(len(questions))
	fmt.Fprintf(&out, "%d questions: recall@1 %.3f, MRR %.3f\n", len(questions), first/n, reciprocal/n)
	t.Logf("recall@1 %.3f, MRR %.3f", first/n, reciprocal/n)
	compareGolden(t, filepath.Join("testdata", "rankings.txt"), out.String())
}

// writeBest writes the best five with their scores and corrections.
func writeBest(out *strings.Builder, all []memory, ranked []Ranked) {
	for _, r := range ranked[:min(len(ranked), 5)] {
		fmt.Fprintf(out, "  %.2f %s", r.Score, all[r.Doc-1].id)
		for _, c := range r.Corrected {
			fmt.Fprintf(out, " (%s: %s)", c.From, c.To)
		}
		out.WriteByte('\n')
	}
	out.WriteByte('\n')
}

func compareGolden(t *testing.T, path, got string) {
	t.Helper()
	if *updateRankings {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i := range min(len(was), len(is)) {
		if was[i] != is[i] {
			t.Fatalf("line %d of %s was\n%s\nand is\n%s\nif that is better: go test -run TestRankings -update", i+1, path, was[i], is[i])
		}
	}
	t.Fatalf("%s had %d lines and has %d", path, len(was), len(is))
}
