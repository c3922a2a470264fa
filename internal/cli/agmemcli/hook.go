package agmemcli

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/hook"
	"github.com/agmem/agmem/internal/library"
)

// hookPatience is how long a hook takes at most: a session waits for it.
const hookPatience = 5 * time.Second

func newHook(a *app) *cobra.Command {
	var names []string
	for _, m := range hook.Moments() {
		names = append(names, string(m))
	}
	cmd := &cobra.Command{
		Use:   "hook MOMENT",
		Short: "Answer a program that runs agents, at a moment of a session",
		Long: `Read the event that a host such as Claude Code or Codex writes to standard input,
and answer in its form. agmem install makes hosts call this.

session-start   what is pinned, the newest state and the newest memories
prompt          what answers the prompt, unless nothing does well enough
pre-compact     from here on a session may be told again what it was told
stop            keep what the agent's message asks to *Remember*: for later commands
session-end     forget what the session was told

A hook never breaks a session: when in doubt it says nothing, and its exit status
is 0. --verbose says on standard error what went wrong.`,
		Example: `
			echo '{"prompt": "how do we deploy"}' | agmem hook prompt`,
		Args:      cli.Arguments(1, 1, "one MOMENT"),
		ValidArgs: names,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := a.answerInTime(cmd.Context(), hook.Moment(args[0])); err != nil && a.Verbose {
			a.Warn(err)
		}
		return nil
	}
	return cmd
}

// answerInTime runs a hook, and gives up when it takes too long: a database that
// another program holds is waited for without looking at the context.
func (a *app) answerInTime(ctx context.Context, moment hook.Moment) error {
	ctx, cancel := context.WithTimeout(ctx, hookPatience)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- runHook(ctx, a, moment) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		a.late = true
		return ctx.Err()
	}
}

func runHook(ctx context.Context, a *app, moment hook.Moment) error {
	if moment == hook.Prompt { // the only one that asks a question
		if err := a.services.Embedding.Ready(ctx, false); err != nil {
			return err
		}
	}
	event, err := hook.Read(a.Input(ctx))
	if err != nil {
		return err
	}
	folder, spool, err := a.services.Hooks()
	if err != nil {
		return err
	}
	a.folder = event.WorksIn()
	seen := hook.OpenSeen(folder, event.Session)
	switch moment {
	case hook.SessionStart:
		if event.Source != "resume" {
			if err := seen.Forget(a.Now()); err != nil {
				return err
			}
		}
		return tell(ctx, a, moment, seen, "", hook.MostAtStart)
	case hook.Prompt:
		if question := event.Question(); question != "" {
			return tell(ctx, a, moment, seen, question, hook.MostAtPrompt)
		}
		return nil
	case hook.Stop:
		return keep(ctx, a, spool, event)
	case hook.PreCompact, hook.SessionEnd:
		return seen.Forget(a.Now())
	}
	return agmem.Errorf(agmem.Usage, "there is no moment %q", moment)
}

// tell prints what the session is to know and was not told yet, if there is
// anything. It is noted first: what cannot be noted would be told with every
// prompt.
func tell(ctx context.Context, a *app, moment hook.Moment, seen *hook.Seen, question string, most int) error {
	lib, err := a.library()
	if err != nil {
		return err
	}
	budget, cost := library.InBytes(most)
	pack, failed := lib.Context.Pack(a.shortly(ctx), library.ContextRequest{
		Query: question, Budget: budget, MinScore: library.Relevant, Now: agmem.InstantOf(a.Now()), Skip: seen.Has, Cost: cost,
	})
	if len(pack.Items) == 0 {
		return failed
	}
	line, err := hook.Answer(moment, pack.Markdown())
	if err != nil {
		return err
	}
	var told []string
	for _, item := range pack.Items {
		told = append(told, item.Hash())
	}
	if err := errors.Join(ctx.Err(), seen.Add(told...)); err != nil {
		return err
	}
	_, err = a.Stdout.Write(line)
	return err
}

// keep appends a message to the spool, if it asks to remember anything.
func keep(ctx context.Context, a *app, spool hook.Spool, event hook.Event) error {
	if !event.AsksToRemember(a.Now()) {
		return nil
	}
	return spool.Append(ctx, hook.Entry{
		Moment: hook.Stop, At: agmem.InstantOf(a.Now()), Session: event.Session, Folder: cmp.Or(event.WorksIn(), a.Dir), Text: event.Message,
	})
}
