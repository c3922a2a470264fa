package agmemcli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/toon"
)

func newStats(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "stats",
		Short:   "Count memories and tags",
		Long:    `Show how many memories and tags a source has, and how much disk space they use.`,
		Example: `agmem stats --human`,
		Args:    cli.Arguments(0, 0, ""),
		RunE:    func(cmd *cobra.Command, _ []string) error { return runStats(cmd.Context(), a) },
	}
}

func runStats(ctx context.Context, a *app) error {
	lib, err := a.library()
	if err != nil {
		return err
	}
	o, failed := lib.Finder.Stats(ctx)
	if o.Source == "" {
		return failed
	}
	if err := a.Print(overview(o)); err != nil {
		return err
	}
	return failed
}

// overview is the result of stats.
type overview library.Overview

// statsJSON is the JSON form of stats.
type statsJSON struct {
	Source   string `json:"source"`
	Location string `json:"location"`
	agmem.Stats
}

func (v overview) JSON() any { return statsJSON{v.Source, v.Location, v.Stats} }

func (v overview) TOON() any {
	o := toon.Object{
		{Key: "source", Value: v.Source},
		{Key: "location", Value: v.Location},
		{Key: "totalMemories", Value: v.Stats.TotalMemories},
		{Key: "totalTags", Value: v.Stats.TotalTags},
		{Key: "storageSize", Value: v.Stats.StorageSize},
	}
	if s := v.Stats.IndexStatus; s != nil {
		index := toon.Object{{Key: "indexed", Value: s.Indexed}, {Key: "total", Value: s.Total}}
		if s.Model != "" {
			index = append(index, toon.Field{Key: "model", Value: s.Model})
		}
		o = append(o, toon.Field{Key: "indexStatus", Value: index})
	}
	return o
}

const shownTags = 10

func (v overview) Human(p *cli.Page) {
	p.Linef("Total memories: %d", v.Stats.TotalMemories)
	var tags []string
	for i, t := range v.Tags {
		if i == shownTags {
			tags = append(tags, "...")
			break
		}
		tags = append(tags, fmt.Sprintf("%s(%d)", cli.Fold(t.Tag), t.Count))
	}
	if len(tags) == 0 {
		tags = append(tags, "none")
	}
	p.Linef("Tags: %s", strings.Join(tags, " "))
	if s := v.Stats.IndexStatus; s != nil {
		model := s.Model
		if model == "" {
			model = "no embedder configured"
		}
		p.Linef("Index: %d/%d indexed (%s)", s.Indexed, s.Total, model)
	}
	p.Linef("Storage: %s (%s)", cli.Bytes(v.Stats.StorageSize), cli.Fold(filepath.Base(v.Location)))
}
