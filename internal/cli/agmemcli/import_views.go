package agmemcli

import (
	"fmt"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
)

// imported is the result of import.
type imported struct {
	agmem.ImportReport
	DryRun bool `json:"dryRun"`
}

func (v imported) JSON() any { return v }

// TOON has the counts alone; the ids that were kept out are on standard error.
func (v imported) TOON() any {
	return toon.Object{
		{Key: "added", Value: v.Added},
		{Key: "updated", Value: v.Updated},
		{Key: "unchanged", Value: v.Unchanged},
		{Key: "tombstoned", Value: v.Tombstoned},
		{Key: "revived", Value: v.Revived},
		{Key: "dryRun", Value: v.DryRun},
	}
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
}
