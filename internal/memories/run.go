package memories

import (
	"context"
	"fmt"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/recall"
)

// command is a command of Run.
type command struct {
	agmem.RunCommand
	run func(*Store, context.Context, func(string)) (agmem.RunResult, error)
}

func commands() []command {
	return []command{
		{agmem.RunCommand{Name: "status", Description: "show the state of the store"}, (*Store).status},
		{agmem.RunCommand{Name: "embed", Description: "embed the memories that have no vector"}, (*Store).embed},
		{agmem.RunCommand{Name: "embed-rebuild", Description: "embed all memories again"}, (*Store).embedRebuild},
		{agmem.RunCommand{Name: "embed-status", Description: "show how many memories have a vector"}, (*Store).embedStatus},
		{agmem.RunCommand{Name: "check", Description: "check the database for damage"}, (*Store).check},
		{agmem.RunCommand{Name: "reindex", Description: "rebuild the text index"}, (*Store).reindex},
	}
}

// Commands lists what Run understands.
func (s *Store) Commands() []agmem.RunCommand {
	var list []agmem.RunCommand
	for _, c := range commands() {
		list = append(list, c.RunCommand)
	}
	return list
}

// Run does one of the commands.
func (s *Store) Run(ctx context.Context, name string, progress func(string)) (agmem.RunResult, error) {
	if progress == nil {
		progress = func(string) {}
	}
	var names []string
	for _, c := range commands() {
		if c.Name == name {
			return c.run(s, ctx, progress)
		}
		names = append(names, c.Name)
	}
	return nil, agmem.Errorf(agmem.NotFound, "the source %s has no command %s", s.name, table.Quoted(name)).
		WithHint("it has %s", strings.Join(names, ", "))
}

// Fix takes the rights of others on the files before it checks the store.
func (s *Store) Fix(ctx context.Context, name string, progress func(string)) (agmem.RunResult, error) {
	if name != "check" {
		return nil, agmem.Errorf(agmem.Usage, "the command %s has nothing to fix", table.Quoted(name)).
			WithHint("check does")
	}
	if err := s.db.MakePrivate(); err != nil {
		return nil, err
	}
	return s.Run(ctx, name, progress)
}

func (s *Store) status(ctx context.Context, _ func(string)) (agmem.RunResult, error) {
	stats, err := s.Stats(ctx)
	if err != nil {
		return nil, err
	}
	current, err := s.indexIsCurrent(ctx)
	if err != nil {
		return nil, err
	}
	textIndex := "current"
	if !current {
		textIndex = fmt.Sprintf("another version than %d, run: agmem run reindex", recall.AnalyzerVersion)
	}
	return agmem.RunResult{
		{Name: "path", Value: s.db.Path()},
		{Name: "writable", Value: s.db.CheckWritable() == nil},
		{Name: "memories", Value: stats.TotalMemories},
		{Name: "tags", Value: stats.TotalTags},
		{Name: "bytes", Value: stats.StorageSize},
		{Name: "schema", Value: len(table.Component().Steps)},
		{Name: "textIndex", Value: textIndex},
		{Name: "embedder", Value: modelName(stats)},
	}, nil
}
