package library

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/agmem/agmem"
)

// Runs runs the commands that a source brings along. Every source has those
// that show its state.
type Runs struct {
	sources *Sources
	init    func(ctx context.Context, from string, progress func(done, total int64)) (agmem.RunResult, error)
}

// InitCommand prepares what makes vectors. Every source of vectors is the same for
// all rooms, so the command is none of a room; it is listed with those of the memories.
const InitCommand = "init"

// stateCommands are what a source answers that has no commands of its own.
var stateCommands = []agmem.RunCommand{
	{Name: "status", Description: "show the state of the source"},
	{Name: "embed-status", Description: "show how many memories have a vector"},
}

// embedCommands are what a source answers besides whose documents can be embedded.
var embedCommands = []agmem.RunCommand{
	{Name: "embed", Description: "embed what has no vector"},
	{Name: "embed-rebuild", Description: "embed all again"},
}

// commandsOf are what a source answers that has no commands of its own.
func commandsOf(opened agmem.Source) []agmem.RunCommand {
	if _, ok := opened.(agmem.Embeddable); ok {
		return slices.Concat(stateCommands, embedCommands)
	}
	return slices.Clone(stateCommands)
}

func showsState(name string) bool {
	return slices.ContainsFunc(stateCommands, func(c agmem.RunCommand) bool { return c.Name == name })
}

// Commands lists what Run understands.
func (r Runs) Commands(ctx context.Context) ([]agmem.RunCommand, error) {
	src, err := r.sources.target()
	if err != nil {
		return nil, err
	}
	opened, err := src.open(ctx)
	if err != nil {
		return nil, err
	}
	list := commandsOf(opened)
	if runner, ok := opened.(agmem.Runner); ok {
		list = runner.Commands()
	}
	if r.prepares(src) {
		list = append([]agmem.RunCommand{{Name: InitCommand, Description: "fetch the model that turns memories into vectors"}}, list...)
	}
	return list, nil
}

func (r Runs) prepares(src *source) bool { return r.init != nil && src.Name == r.sources.memories }

// Init prepares what the configuration wants vectors from, such as a local model.
// From says where a model is taken from: a folder, an archive or a URL; empty for
// the usual place. Progress is told bytes.
func (r Runs) Init(ctx context.Context, from string, progress func(done, total int64)) (agmem.RunResult, error) {
	src, err := r.sources.target()
	if err != nil {
		return nil, err
	}
	if !r.prepares(src) {
		return run(ctx, src, InitCommand, nil)
	}
	return r.init(ctx, from, progress)
}

// Run does one of the target source's commands; see [agmem.Runner]. A command
// that shows the state does not fail where the source does: what is wrong is
// the state.
func (r Runs) Run(ctx context.Context, name string, progress func(string)) (agmem.RunResult, error) {
	src, err := r.sources.target()
	if err != nil {
		return nil, err
	}
	result, err := run(ctx, src, name, progress)
	if err == nil || !showsState(name) || agmem.KindOf(err) == agmem.Cancelled {
		return result, err
	}
	if len(result) == 0 {
		result = agmem.RunResult{{Name: "location", Value: src.Location()}}
	}
	problem := strings.ReplaceAll(err.Error(), "\n", "; ") // joined errors have a line each
	return append(result, agmem.RunField{Name: "problem", Value: problem}), nil
}

// Fix does one of the target source's commands, after what it would find has
// been set right; see [agmem.Fixer].
func (r Runs) Fix(ctx context.Context, name string, progress func(string)) (agmem.RunResult, error) {
	ctx, fixer, _, err := targetPort[agmem.Fixer](ctx, r.sources, "has nothing to fix")
	if err != nil {
		return nil, err
	}
	return fixer.Fix(ctx, name, progress)
}

func run(ctx context.Context, src *source, name string, progress func(string)) (agmem.RunResult, error) {
	opened, err := src.open(ctx)
	if err != nil {
		return nil, err
	}
	ctx = agmem.WithMetadata(ctx, src.Metadata)
	if runner, ok := opened.(agmem.Runner); ok {
		return runner.Run(ctx, name, progress)
	}
	known := commandsOf(opened)
	if !slices.ContainsFunc(known, func(c agmem.RunCommand) bool { return c.Name == name }) {
		names := make([]string, len(known))
		for i, c := range known {
			names[i] = c.Name
		}
		return nil, agmem.Errorf(agmem.NotFound, "the source %q has no command %q", src.Name, name).
			WithHint("it has %s", strings.Join(names, ", "))
	}
	if source, ok := opened.(agmem.Embeddable); ok && !showsState(name) {
		return embed(ctx, src, source, name, progress)
	}
	return state(ctx, src, opened, name)
}

// embed answers a command that embeds documents, with the state after it.
func embed(ctx context.Context, src *source, source agmem.Embeddable, name string, progress func(string)) (agmem.RunResult, error) {
	done, err := source.Embed(ctx, name == "embed-rebuild", func(done int) {
		if progress != nil {
			progress(fmt.Sprintf("%d embedded", done))
		}
	})
	if err != nil {
		return nil, err
	}
	after, err := state(ctx, src, src.opened, "embed-status")
	return append(agmem.RunResult{{Name: "embedded", Value: done}}, after...), err
}

// state answers a command that shows the state, for a source that has no
// commands of its own. Nothing there waits to be indexed: what it needs for a
// search it makes by itself.
func state(ctx context.Context, src *source, opened agmem.Source, name string) (agmem.RunResult, error) {
	reader, counts := opened.(agmem.Reader)
	var stats agmem.Stats
	var err error
	if counts {
		stats, err = reader.Stats(ctx)
	}
	model, indexed := "none", int64(0)
	if s := stats.IndexStatus; s != nil {
		model, indexed = s.Model, s.Indexed
	}
	if name == "embed-status" {
		return agmem.RunResult{
			{Name: "embedder", Value: model},
			{Name: "indexed", Value: indexed},
			{Name: "total", Value: stats.TotalMemories},
		}, err
	}
	result := agmem.RunResult{{Name: "location", Value: src.Location()}}
	if counts {
		result = append(result, agmem.RunResult{
			{Name: "memories", Value: stats.TotalMemories},
			{Name: "tags", Value: stats.TotalTags},
			{Name: "bytes", Value: stats.StorageSize},
		}...)
	}
	return append(result, agmem.RunResult{
		{Name: "textIndex", Value: "nothing to do"},
		{Name: "embedder", Value: model},
	}...), err
}
