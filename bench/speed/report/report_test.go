package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/agmem/agmem/bench/speed/result"
)

// TestBudgetsHaveRows holds the names of the budgets to those of the script: a
// row that is renamed must not lose its budget.
func TestBudgetsHaveRows(t *testing.T) {
	script, err := os.ReadFile("../run.sh")
	if err != nil {
		t.Fatal(err)
	}
	for name := range budgets() {
		if !bytes.Contains(script, []byte("'"+name+"'")) {
			t.Errorf("run.sh measures nothing that is called %q", name)
		}
	}
}

func TestMissedBudgetsAreMarked(t *testing.T) {
	var out bytes.Buffer
	r := report{out: &out, rows: []result.Row{
		{Set: "10000", Name: "import", Median: 2000, Peak: 61e6},
		{Set: "10000", Name: "add", Runs: 21, Min: 1, Median: 8.1, P95: 9, CPU: 3, Empty: 2, Peak: 7e6},
		{Set: "10000", Name: "list", Median: 6, Empty: 1, Peak: 60e6},
		{Set: "10000", Name: "get", Median: 5, Empty: 1, Peak: 61e6},
		{Set: "10000", Name: "fts5: rare", Median: 4},
		{Set: "10000", Name: "own: rare", Median: 2},
	}, facts: []result.Fact{{Set: "10000", Name: "fts5: bytes per memory", Value: 200}, {Set: "10000", Name: "own: bytes per memory", Value: 100}}}
	for _, set := range r.sets() {
		r.set(set)
	}
	for _, want := range []string{
		"## 10,000 memories",
		"| add | 21 | 1.0 | 8.1 | 9.0 | 3.0 | 4.0 | 8 | **no** | 7 | yes |",
		"| 6 | yes | 60 | yes |",
		"| get | 0 | 0.0 | 5.0 | 0.0 | 0.0 | 5.0 |  |  | 61 | **no** |",
		"| import, memories a second | 5000 | 10000 | **no** |",
		"| import, peak in MB | 61 | 60 | **no** |",
		"| the best 150 of a rare word, ms | 4.0 | 2.0 | 0.50 |",
		"| bytes per memory | 200 | 100 | 0.50 |",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("missing: %s", want)
		}
	}
	if strings.Contains(out.String(), "| fts5: rare |") {
		t.Error("the index alone stands among the commands")
	}
}

func TestGrouped(t *testing.T) {
	for digits, want := range map[string]string{"1": "1", "999": "999", "1000": "1,000", "1234567": "1,234,567"} {
		if got := grouped(digits); got != want {
			t.Errorf("grouped(%s) = %s", digits, got)
		}
	}
}
