package ledger

import (
	"cmp"
	"context"
	"fmt"

	"github.com/agmem/agmem"
)

// The commands of the source.
const (
	runStatus  = "status"
	runEmbed   = "embed"
	runRebuild = "embed-rebuild"
	runVectors = "embed-status"
	runCheck   = "check"
	runReindex = "reindex"
)

// Commands lists what Run understands.
func (s *Source) Commands() []agmem.RunCommand {
	return []agmem.RunCommand{
		{Name: runStatus, Description: "show the state of the ledger"},
		{Name: runEmbed, Description: "embed what has no vector"},
		{Name: runRebuild, Description: "embed all again"},
		{Name: runVectors, Description: "show how many entries have a vector"},
		{Name: runCheck, Description: "check the ledger for damage"},
		{Name: runReindex, Description: "rebuild the text index of the ledger"},
	}
}

// Run does one of the commands.
func (s *Source) Run(ctx context.Context, name string, progress func(string)) (agmem.RunResult, error) {
	switch name {
	case runStatus:
		status, err := s.ledger.embedded(ctx)
		return agmem.RunResult{
			{Name: "location", Value: s.Location()},
			{Name: "writable", Value: s.ledger.db.CheckWritable() == nil},
			{Name: "memories", Value: status.Total},
			{Name: "bytes", Value: s.ledger.db.Size()},
			{Name: "schema", Value: len(component().Steps)},
			{Name: "embedder", Value: cmp.Or(status.Model, "none")},
		}, err
	case runVectors:
		return s.vectorStatus(ctx)
	case runEmbed, runRebuild:
		return s.embed(ctx, name == runRebuild, progress)
	case runCheck:
		return agmem.RunResult{{Name: "ledger", Value: "ok"}}, s.ledger.Check(ctx)
	case runReindex:
		stats, err := s.Stats(ctx)
		if err == nil {
			err = s.ledger.reindex(ctx)
		}
		return agmem.RunResult{{Name: "entries", Value: stats.TotalMemories}}, err
	}
	return nil, agmem.Errorf(agmem.NotFound, "the source %s has no command %q", SourceName, name).
		WithHint("it has %s, %s, %s, %s, %s, %s", runStatus, runEmbed, runRebuild, runVectors, runCheck, runReindex)
}

func (s *Source) vectorStatus(ctx context.Context) (agmem.RunResult, error) {
	status, err := s.ledger.embedded(ctx)
	return agmem.RunResult{
		{Name: "embedder", Value: cmp.Or(status.Model, "none")},
		{Name: "indexed", Value: status.Indexed},
		{Name: "total", Value: status.Total},
	}, err
}

func (s *Source) embed(ctx context.Context, again bool, progress func(string)) (agmem.RunResult, error) {
	status, err := s.ledger.embedded(ctx)
	if err != nil {
		return nil, err
	}
	done, err := s.ledger.Embed(ctx, again, func(done int) {
		if progress != nil {
			progress(fmt.Sprintf("%d of %d embedded", done, status.Total))
		}
	})
	if err != nil {
		return nil, err
	}
	after, err := s.vectorStatus(ctx)
	return append(agmem.RunResult{{Name: "embedded", Value: done}}, after...), err
}
