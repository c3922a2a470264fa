package main

import (
	"context"
	"fmt"
	"io"

	"github.com/agmem/agmem/internal/hook"
	"github.com/agmem/agmem/internal/library"
)

// hookPack makes the pack of the prompt hook: the same question, as a sentence
// without operators, with fewer bytes.
func (p *packer) hookPack(ctx context.Context, r library.ContextRequest) (library.ContextPack, error) {
	r.Query = hook.Event{Prompt: r.Query}.Question()
	r.Budget, r.Cost = library.InBytes(hook.MostAtPrompt)
	if r.Query == "" {
		return library.ContextPack{}, nil
	}
	return p.library.Context.Pack(ctx, r)
}

// silenceOfHook says what the prompt hook keeps of the answers at its threshold.
// What it says falsely is decided by the score alone, as with agmem context.
func silenceOfHook(w io.Writer, all []prompt) {
	ofHook := make([]prompt, len(all))
	for i, p := range all {
		p.packed = p.hooked
		ofHook[i] = p
	}
	fmt.Fprintf(w, "At its threshold, %.2f, in at most %d bytes:\n\n", library.Relevant, hook.MostAtPrompt)
	fmt.Fprint(w, "| set | kept | near | far |\n|---|---|---|---|\n")
	for _, set := range promptSets(ofHook) {
		part, _ := kept(ofHook, set, library.Relevant)
		fmt.Fprintf(w, "| %s | %.1f %% | %s | %s |\n", set, 100*part, falsely(all, set, library.Relevant, near, renamed), falsely(all, set, library.Relevant, far))
	}
	fmt.Fprint(w, "\nThe curve:\n\n")
	silenceCurve(w, ofHook)
}
