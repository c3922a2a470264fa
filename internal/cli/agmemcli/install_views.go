package agmemcli

import (
	"fmt"
	"strings"

	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/install"
	"github.com/agmem/agmem/internal/toon"
)

// listHosts prints the programs that agmem can be wired into.
func listHosts(a *app, in *install.Installer) error {
	list, err := in.Hosts()
	if err != nil {
		return err
	}
	return a.Print(hosts{list})
}

// hosts is the result of install without a host.
type hosts struct{ list []install.Host }

type hostJSON struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Present bool   `json:"present"`
	Wired   bool   `json:"wired"`
	Stale   bool   `json:"stale"`
}

func (v hosts) JSON() any {
	list := []hostJSON{}
	for _, h := range v.list {
		list = append(list, hostJSON(h))
	}
	return list
}

func (v hosts) TOON() any {
	rows := make([]toon.Object, len(v.list))
	for i, h := range v.list {
		rows[i] = toon.Object{{Key: "name", Value: h.Name}, {Key: "title", Value: h.Title}, {Key: "present", Value: h.Present}, {Key: "wired", Value: h.Wired}, {Key: "stale", Value: h.Stale}}
	}
	return table("hosts", rows)
}

func (v hosts) Human(p *cli.Page) {
	for _, h := range v.list {
		state := "not on this machine"
		switch {
		case h.Wired:
			state = "wired"
		case h.Stale:
			state = "stale: agmem install " + h.Name + " says why"
		case h.Present:
			state = "on this machine"
		}
		p.Linef("%s %s %s", p.Paint(cli.Cyan, cli.Pad(h.Name, 9)), cli.Pad(h.Title, 12), state)
	}
}

// installed is the result of install and uninstall.
type installed struct {
	plans  []install.Plan
	dryRun bool
}

// fileJSON is what happens to one file.
type fileJSON struct {
	Host   string `json:"host"`
	Path   string `json:"path"`
	Action string `json:"action"`
	Why    string `json:"why,omitempty"`
	Diff   string `json:"diff,omitempty"`   // of a dry run
	ByHand string `json:"byHand,omitempty"` // what to write into a file that is left
}

func (v installed) files() []fileJSON {
	files := []fileJSON{}
	for _, plan := range v.plans {
		for _, s := range plan.Steps {
			f := fileJSON{Host: plan.Host, Path: s.Path, Action: string(s.Action), Why: s.Why, ByHand: s.ByHand}
			if v.dryRun {
				f.Diff = strings.Join(diff(s), "\n")
			}
			files = append(files, f)
		}
	}
	return files
}

func (v installed) notes() []string {
	notes := []string{}
	for _, plan := range v.plans {
		notes = append(notes, plan.Notes...)
	}
	return notes
}

func (v installed) JSON() any {
	return struct {
		Files  []fileJSON `json:"files"`
		Notes  []string   `json:"notes"`
		DryRun bool       `json:"dryRun"`
	}{v.files(), v.notes(), v.dryRun}
}

func (v installed) TOON() any {
	var rows []toon.Object
	for _, f := range v.files() {
		row := toon.Object{{Key: "host", Value: f.Host}, {Key: "path", Value: f.Path}, {Key: "action", Value: f.Action}, {Key: "why", Value: f.Why}}
		if v.dryRun {
			row = append(row, toon.Field{Key: "diff", Value: f.Diff})
		}
		rows = append(rows, row)
	}
	return append(table("files", rows), toon.Field{Key: "notes", Value: v.notes()}, toon.Field{Key: "dryRun", Value: v.dryRun})
}

func (v installed) Human(p *cli.Page) {
	if len(v.files()) == 0 {
		p.Linef("agmem is not wired here.")
		return
	}
	for _, plan := range v.plans {
		if len(plan.Steps) == 0 {
			continue
		}
		p.Linef("%s", p.Paint(cli.Strong, plan.Title))
		for _, s := range plan.Steps {
			p.Linef("  %s %s", cli.Pad(string(s.Action), len(install.Create)), p.Paint(cli.Cyan, cli.Fold(s.Path)))
			for _, line := range below(s, v.dryRun) {
				p.Linef("    %s", line)
			}
		}
		for _, note := range plan.Notes {
			p.Linef("  %s", note)
		}
	}
}

// below are the lines about a step below its own.
func below(s install.Step, withDiff bool) []string {
	if s.Action == install.Leave {
		return append([]string{s.Why + "; to be done by hand:"}, strings.Split(strings.TrimSuffix(s.ByHand, "\n"), "\n")...)
	}
	if withDiff {
		return diff(s)
	}
	return nil
}

// showPlans shows a person what would change.
func showPlans(c *cli.Console, plans []install.Plan) {
	for _, plan := range plans {
		for _, s := range plan.Steps {
			fmt.Fprintf(c.Stderr, "%s %s\n", s.Action, cli.Fold(s.Path))
			for _, line := range below(s, true) {
				fmt.Fprintf(c.Stderr, "  %s\n", cli.Visible(line))
			}
		}
	}
}

// maxDiff is how many lines of a file are shown.
const maxDiff = 40

// diff returns the lines that a step removes, with a minus, and those that it
// adds, with a plus.
func diff(s install.Step) []string {
	if s.Action == install.Keep || s.Action == install.Leave {
		return nil
	}
	removed, added := s.Diff()
	var all []string
	for _, line := range removed {
		all = append(all, "-"+strings.TrimRight(line, "\r\n"))
	}
	for _, line := range added {
		all = append(all, "+"+strings.TrimRight(line, "\r\n"))
	}
	if more := len(all) - maxDiff; more > 0 {
		all = append(all[:maxDiff], fmt.Sprintf("and %d more lines", more))
	}
	return all
}
