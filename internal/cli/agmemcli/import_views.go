package agmemcli

import (
	"fmt"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/histories"
	"github.com/agmem/agmem/internal/toon"
)

// imported is the result of import.
type imported struct {
	agmem.ImportReport
	DryRun bool `json:"dryRun"`
	// Left is what was not taken from files.
	Left histories.Left `json:"left,omitempty"`
}

func (v imported) JSON() any { return v }

// TOON has the counts alone; the ids that were kept out are on standard error.
func (v imported) TOON() any {
	object := toon.Object{
		{Key: "added", Value: v.Added},
		{Key: "updated", Value: v.Updated},
		{Key: "unchanged", Value: v.Unchanged},
		{Key: "tombstoned", Value: v.Tombstoned},
		{Key: "revived", Value: v.Revived},
		{Key: "dryRun", Value: v.DryRun},
	}
	if v.Removed > 0 {
		object = append(object, toon.Field{Key: "removed", Value: v.Removed})
	}
	if v.Edited > 0 {
		object = append(object, toon.Field{Key: "edited", Value: v.Edited})
	}
	if len(v.Left) == 0 {
		return object
	}
	var rows []toon.Object
	for _, l := range v.Left {
		rows = append(rows, toon.Object{{Key: "reason", Value: l.Reason}, {Key: "count", Value: l.Count}})
	}
	return append(object, toon.Field{Key: "left", Value: rows})
}

func (v imported) Human(p *cli.Page) {
	var parts []string
	for _, c := range []struct {
		n    int
		what string
	}{
		{v.Added, "added"},
		{v.Updated, "updated"},
		{v.Unchanged, "unchanged"},
		{v.Tombstoned, "not imported (deleted here before)"},
		{v.Revived, "brought back"},
		{v.Removed, "removed (no longer in their file)"},
		{v.Edited, "kept (changed here by hand)"},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	if len(parts) == 0 {
		parts = append(parts, "no memories found")
	}
	text := strings.Join(parts, ", ")
	if v.DryRun {
		text += "; nothing was written (--dry-run)"
	}
	p.Linef("%s", text)
	for _, l := range v.Left {
		p.Linef("%s", p.Paint(cli.Dim, fmt.Sprintf("%d left out: %s", l.Count, l.Reason)))
	}
}
