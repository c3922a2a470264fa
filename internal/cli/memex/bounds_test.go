package memex_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/clitest"
)

// crowded returns a home in which every list is long: orphans, hubs, broken
// links, cards with a status, cards of one slug, and cards without fields.
func crowded(t *testing.T) *clitest.Home {
	t.Helper()
	h := clitest.NewHome(t, "memex")
	for i := range 300 {
		hub := "[[popular]]"
		for n := range 30 {
			hub += fmt.Sprintf(" [[hub-number-%d]]", n)
		}
		putCard(t, h, fmt.Sprintf("folder/card-number-%d", i), fmt.Sprintf("---\ntitle: %s\nstatus: stale\n---\n%s [[nowhere-%d]]\n", strings.Repeat("A long title. ", 20), hub, i))
	}
	for n := range 30 {
		putCard(t, h, fmt.Sprintf("hub-number-%d", n), "")
		putCard(t, h, fmt.Sprintf("sub-%d/twin", n), "")
	}
	putCard(t, h, "popular", "")
	return h
}

// No command prints more than about 200 lines or 30,000 characters unasked, and
// what is left out is counted.
func TestLongListsAreCut(t *testing.T) {
	h := crowded(t)
	for _, c := range []struct {
		args []string
		says []string
	}{
		{[]string{"doctor"}, []string{
			"and 280 more (broken_link): --all shows them\n", "and 280 more (missing_fields): --all shows them\n", "and 25 more have the same slug",
		}},
		{[]string{"organize"}, []string{
			"## Orphans (330)\n", "- and 310 more: --all shows them\n", "## Hubs (31)\n", "- and 11 more: --all shows them\n",
			"## Broken links (300)\n", "## Status (300)\n", "- and 280 more: --all shows them\n", "never organized before (361)\n", "- and 341 more: --all shows them\n",
			", and 11 more\n",
		}},
		{[]string{"rename", "popular", "famous"}, []string{", and 280 more: memex backlinks famous lists them\n"}},
		{[]string{"read", "twin"}, []string{"twin is the slug of 30 cards: ", "and 25 more"}},
		{[]string{"search", "famous"}, []string{"and 12 more\n"}},
	} {
		stdout, stderr, _ := h.Run(t, "", c.args...)
		if out := stdout + stderr; strings.Count(out, "\n") > 200 || len(out) > 30_000 {
			t.Errorf("memex %v prints %d lines, %d characters", c.args, strings.Count(out, "\n"), len(out))
		}
		for _, want := range c.says {
			if !strings.Contains(stdout+stderr, want) {
				t.Errorf("memex %v does not say %q:\n%.3000s", c.args, want, stdout+stderr)
			}
		}
	}
}

func TestAllOfLongLists(t *testing.T) {
	h := crowded(t)
	doctor, _, _ := h.Run(t, "", "doctor", "--all")
	organize, _, _ := h.Run(t, "", "organize", "--all")
	rename := h.Must(t, "rename", "popular", "famous", "--all")
	for i := range 300 {
		name := fmt.Sprintf("card-number-%d", i)
		if !strings.Contains(doctor, name+" lacks created, source\n") || !strings.Contains(rename, "[["+name+"]]") ||
			strings.Count(organize, "[["+name+"]]") < 4 {
			t.Errorf("%s is not shown", name)
		}
	}
	for _, out := range []string{doctor, organize, rename} {
		if strings.Contains(out, " more") {
			t.Errorf("--all leaves something out:\n%.3000s", out)
		}
	}
	if out, _, _ := h.Run(t, "", "organize", "--limit", "2"); strings.Count(out, "\n- [[") != 10 || !strings.Contains(out, "- and 328 more: --all shows them\n") {
		t.Errorf("--limit 2 prints\n%.3000s", out)
	}
	if out, _, _ := h.Run(t, "", "doctor", "--limit", "1"); strings.Count(out, "\n") != 5 {
		t.Errorf("--limit 1 prints\n%.3000s", out)
	}
	for _, args := range [][]string{{"--limit", "0"}, {"--limit", "2", "--all"}, {"--limit", "x"}} {
		if _, stderr, code := h.Run(t, "", append([]string{"doctor"}, args...)...); code != 2 {
			t.Errorf("%v: exit code %d\n%s", args, code, stderr)
		}
	}
}

// JSON is cut in the same way, and says how much is missing.
func TestLongListsAreCutInJSON(t *testing.T) {
	h := crowded(t)
	read := func(into any, args ...string) {
		t.Helper()
		stdout, stderr, _ := h.Run(t, "", append(args, "--json")...)
		if err := json.Unmarshal([]byte(stdout), into); err != nil || len(stdout) > 30_000 {
			t.Errorf("memex %v prints %d characters, %v\n%s", args, len(stdout), err, stderr)
		}
	}
	var findings []cards.Finding
	read(&findings, "doctor")
	more := map[string]int{}
	for _, f := range findings {
		more[f.Kind] += f.More
	}
	if len(findings) != 41 || more["broken_link"] != 280 || more["missing_fields"] != 280 || more["collision"] != 0 || len(findings[0].Cards) != 20 {
		t.Errorf("%d findings, more: %v", len(findings), more)
	}
	var report cards.Report
	read(&report, "organize")
	want := cards.LeftOut{Orphans: 310, Hubs: 11, Broken: 280, Status: 280, Changed: 341}
	if report.LeftOut != want || len(report.Changed) != 20 || report.Changed[0].More != 11 || len(report.Changed[0].Neighbours) != 20 {
		t.Errorf("left out %+v, changed %d, %+v", report.LeftOut, len(report.Changed), report.Changed[0])
	}
	var renamed cards.Renamed
	read(&renamed, "rename", "popular", "famous")
	if len(renamed.Changed) != 20 || renamed.More != 280 {
		t.Errorf("renamed %+v", renamed)
	}
	stdout := h.Must(t, "organize", "--all", "--json")
	if strings.Contains(stdout, "left_out") || strings.Contains(stdout, `"more"`) || strings.Count(stdout, `"target"`) != 300 {
		t.Errorf("--all leaves something out:\n%.3000s", stdout)
	}
}
