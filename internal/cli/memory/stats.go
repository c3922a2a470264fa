package memory

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

type statsOptions struct{ tags, agents, all bool }

func newStats(a *app) *cobra.Command {
	var o statsOptions
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Count memories, tags and agents",
		Long:  `Show how many memories there are, from when, and how much disk space they use.`,
		Example: `
			memory stats
			memory stats --tags --agents`,
		Args: cli.Arguments(0, 0, ""),
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.tags, "tags", false, "show how often each tag is used")
	flags.BoolVar(&o.agents, "agents", false, "show how many memories each agent entered")
	flags.BoolVar(&o.all, "all", false, fmt.Sprintf("show more than %d tags and agents", maxCounts))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), a) }
	return cmd
}

func (o *statsOptions) run(ctx context.Context, a *app) error {
	memories, err := a.memories()
	if err != nil {
		return err
	}
	census, err := memories.Stats(ctx)
	if err != nil {
		return err
	}
	return a.Print(stats{census, *o})
}

// stats is the result of stats.
type stats struct {
	agmem.Census
	asked statsOptions
}

// statsJSON is the JSON form of stats. The tables are there where they were
// asked for.
type statsJSON struct {
	Total   int64            `json:"total"`
	Expired int64            `json:"expired"`
	Size    int64            `json:"size"`
	Oldest  *agmem.Instant   `json:"oldest"`
	Newest  *agmem.Instant   `json:"newest"`
	Tags    []agmem.TagCount `json:"tags,omitzero"`
	Agents  []agentCount     `json:"agents,omitzero"`
}

type agentCount struct {
	Agent *string `json:"agent"` // nil if unknown
	Count int64   `json:"count"`
}

func (v stats) JSON() any {
	s := statsJSON{Total: v.Memories, Expired: v.Expired, Size: v.Size}
	if v.Memories > 0 {
		s.Oldest, s.Newest = &v.Oldest, &v.Newest
	}
	if v.asked.tags {
		s.Tags = v.Tags
	}
	if v.asked.agents {
		s.Agents = make([]agentCount, len(v.Authors))
		for i, x := range v.Authors {
			s.Agents[i].Count = x.Count
			if x.Author != "" {
				s.Agents[i].Agent = &x.Author
			}
		}
	}
	return s
}

func (v stats) Human(p *cli.Page) {
	v.write(p, "", func(_ string, counts []nameCount) {
		for _, c := range counts {
			p.Linef("%6d  %s", c.count, cli.Fold(c.name))
		}
	})
}

func (v stats) Markdown(p *cli.Page) {
	v.write(p, "- ", func(what string, counts []nameCount) {
		p.Linef("| memories | %s |\n| ---: | --- |", what)
		for _, c := range counts {
			p.Linef("| %d | %s |", c.count, escapeMarkdown(c.name))
		}
	})
}

// nameCount is a line of a table.
type nameCount struct {
	name  string
	count int64
}

// write writes the lines of the counts, and with table the tables.
func (v stats) write(p *cli.Page, bullet string, table func(what string, counts []nameCount)) {
	expired := ""
	if v.Expired > 0 {
		expired = fmt.Sprintf(", and %d expired", v.Expired)
	}
	p.Linef("%sMemories: %d%s", bullet, v.Memories, expired)
	if v.Memories > 0 {
		p.Linef("%sStored: from %s to %s", bullet, p.Day(v.Oldest.Time()), p.Day(v.Newest.Time()))
	}
	p.Linef("%sTags: %d", bullet, len(v.Tags))
	p.Linef("%sSize: %s", bullet, cli.Bytes(v.Size))
	if v.asked.tags {
		p.Linef("\nTag frequency:\n")
		counts := make([]nameCount, v.shown(len(v.Tags)))
		for i := range counts {
			counts[i] = nameCount{v.Tags[i].Tag, v.Tags[i].Count}
		}
		table("tag", counts)
		v.writeRest(p, len(v.Tags))
	}
	if v.asked.agents {
		p.Linef("\nMemories of each agent:\n")
		counts := make([]nameCount, v.shown(len(v.Authors)))
		for i := range counts {
			counts[i] = nameCount{cmp.Or(v.Authors[i].Author, "(unknown)"), v.Authors[i].Count}
		}
		table("agent", counts)
		v.writeRest(p, len(v.Authors))
	}
}

// maxCounts is how many lines of a table are printed if nobody asked for all.
const maxCounts = 90

// shown returns how many of the lines of a table are printed.
func (v stats) shown(lines int) int {
	if v.asked.all {
		return lines
	}
	return min(lines, maxCounts)
}

// writeRest says how many lines of a table are not printed.
func (v stats) writeRest(p *cli.Page, lines int) {
	if more := lines - v.shown(lines); more > 0 {
		p.Linef("\nand %d more; --all shows them", more)
	}
}
