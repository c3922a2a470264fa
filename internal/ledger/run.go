package ledger

import (
	"context"

	"github.com/agmem/agmem"
)

// The commands of the source.
const (
	runStatus  = "status"
	runVectors = "embed-status"
	runCheck   = "check"
	runReindex = "reindex"
)

// Commands lists what Run understands.
func (s *Source) Commands() []agmem.RunCommand {
	return []agmem.RunCommand{
		{Name: runStatus, Description: "show the state of the ledger"},
		{Name: runVectors, Description: "show how many entries have a vector"},
		{Name: runCheck, Description: "check the ledger for damage"},
		{Name: runReindex, Description: "rebuild the text index of the ledger"},
	}
}

// Run does one of the commands.
func (s *Source) Run(ctx context.Context, name string, _ func(string)) (agmem.RunResult, error) {
	switch name {
	case runStatus:
		stats, err := s.Stats(ctx)
		return agmem.RunResult{
			{Name: "location", Value: s.Location()},
			{Name: "writable", Value: s.ledger.db.CheckWritable() == nil},
			{Name: "memories", Value: stats.TotalMemories},
			{Name: "bytes", Value: stats.StorageSize},
			{Name: "schema", Value: len(component().Steps)},
			{Name: "embedder", Value: "none"},
		}, err
	case runVectors:
		stats, err := s.Stats(ctx)
		return agmem.RunResult{
			{Name: "embedder", Value: "none"},
			{Name: "indexed", Value: 0},
			{Name: "total", Value: stats.TotalMemories},
		}, err
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
		WithHint("it has %s, %s, %s, %s", runStatus, runVectors, runCheck, runReindex)
}
