package agmemcli

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/hook"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/tokens"
)

const (
	// mostAtStart and mostAtPrompt are how many bytes a hook adds to the context.
	mostAtStart  = 4000
	mostAtPrompt = 1500
	// hookPatience is how long a hook takes at most: a session waits for it.
	hookPatience = 5 * time.Second
	// mostAsked is how much of a prompt is a question, in bytes; the rest is pasted.
	mostAsked = 16 << 10
)

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
		if err := runHook(cmd.Context(), a, hook.Moment(args[0])); err != nil && a.Verbose {
			a.Warn(err)
		}
		return nil
	}
	return cmd
}

func runHook(ctx context.Context, a *app, moment hook.Moment) error {
	ctx, cancel := context.WithTimeout(ctx, hookPatience)
	defer cancel()
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
	seen := hook.OpenSeen(folder, event.Session)
	switch moment {
	case hook.SessionStart:
		if event.Source != "resume" {
			if err := seen.Forget(a.Now()); err != nil {
				return err
			}
		}
		return tell(ctx, a, moment, seen, "", mostAtStart)
	case hook.Prompt:
		question := strings.TrimSpace(event.Prompt[:min(len(event.Prompt), mostAsked)])
		if question == "" || strings.HasPrefix(question, "/") {
			return nil // a command of the host
		}
		return tell(ctx, a, moment, seen, question, mostAtPrompt)
	case hook.Stop:
		return keep(ctx, a, spool, event)
	case hook.PreCompact, hook.SessionEnd:
		return seen.Forget(a.Now())
	}
	return agmem.Errorf(agmem.Usage, "there is no moment %q", moment)
}

// tell prints what the session is to know and was not told yet, if there is
// anything.
func tell(ctx context.Context, a *app, moment hook.Moment, seen *hook.Seen, question string, most int) error {
	lib, err := a.library()
	if err != nil {
		return err
	}
	budget := most / 3 // bytes, and a token has three or more
	pack, failed := lib.Context.Pack(a.shortly(ctx), library.ContextRequest{
		Query: question, Budget: budget, MinScore: library.Relevant, Now: agmem.InstantOf(a.Now()), Skip: seen.Has,
		Cost: func(p *library.ContextPack) int {
			text := p.Markdown()
			if len(text) > most {
				return budget + 1
			}
			return min(tokens.Estimate(text), budget)
		},
	})
	if len(pack.Items) == 0 {
		return failed
	}
	line, err := hook.Answer(moment, pack.Markdown())
	if err != nil {
		return err
	}
	if _, err := a.Stdout.Write(line); err != nil {
		return err
	}
	for _, item := range pack.Items {
		err = seen.Add(append([]string{item.Address}, item.Also...)...)
	}
	return err
}

// keep appends a message to the spool, if it asks to remember anything.
func keep(ctx context.Context, a *app, spool hook.Spool, event hook.Event) error {
	if !event.AsksToRemember(a.Now()) {
		return nil
	}
	folder := event.Folder
	if folder == "" {
		folder = a.Dir
	}
	return spool.Append(ctx, hook.Entry{Moment: hook.Stop, At: agmem.InstantOf(a.Now()), Session: event.Session, Folder: folder, Text: event.Message})
}
