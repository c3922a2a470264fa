package library

import (
	"context"

	"github.com/agmem/agmem"
)

const noCommands = "has no commands"

// Runs runs the commands that a source brings along.
type Runs struct{ sources *Sources }

// Commands lists what Run understands.
func (r Runs) Commands(ctx context.Context) ([]agmem.RunCommand, error) {
	_, runner, _, err := targetPort[agmem.Runner](ctx, r.sources, noCommands)
	if err != nil {
		return nil, err
	}
	return runner.Commands(), nil
}

// Run does one of the target source's commands; see [agmem.Runner].
func (r Runs) Run(ctx context.Context, name string, progress func(string)) (agmem.RunResult, error) {
	ctx, runner, _, err := targetPort[agmem.Runner](ctx, r.sources, noCommands)
	if err != nil {
		return nil, err
	}
	return runner.Run(ctx, name, progress)
}
