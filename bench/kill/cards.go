package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

const manyCards = 20

// card is the loop of writes and marks of cards, two at a time.
type card struct {
	*home
	cards map[string]cardState // by slug, what must be there
}

// cardState is what can be seen of a card, and what a program was to make of it.
type cardState struct{ slug, body, status string }

func newCards(h *home) work { return &card{h, make(map[string]cardState)} }

func (c *card) programs(ctx context.Context, round int) ([]*program, error) {
	first := c.random.IntN(manyCards)
	var all []*program
	for i := range 2 {
		slug := fmt.Sprint("card-", (first+i)%manyCards)
		state, exists := c.cards[slug]
		var p *program
		if exists && c.random.IntN(3) == 0 {
			state.status = []string{"stale", "conflict", ""}[c.random.IntN(3)]
			p = c.program(ctx, "", "memex", "mark", slug, cmp.Or(state.status, "ok"))
		} else {
			state = cardState{slug: slug, body: strings.Repeat(fmt.Sprintf("round %d.%d\n", round, i), 1+c.random.IntN(20_000))}
			p = c.program(ctx, cardText(slug, state.body), "memex", "write", slug)
		}
		p.what = state
		all = append(all, p)
	}
	return all, nil
}

func cardText(title, body string) string {
	return "---\ntitle: " + title + "\ncreated: 2026-03-18\nsource: retro\n---\n" + body
}

func (c *card) check(ctx context.Context, started []*program) error {
	for _, p := range started {
		if err := c.settle(ctx, p); err != nil {
			return err
		}
	}
	out, err := c.answer(ctx, "", "memex", "doctor")
	if err != nil || out != "Nothing is wrong.\n" {
		return fmt.Errorf("memex doctor says %q: %v", out, err)
	}
	for _, slug := range slices.Sorted(maps.Keys(c.cards)) {
		if c.random.IntN(5) > 0 {
			continue // the rest in another round
		}
		if there, err := c.read(ctx, slug); err != nil || there != c.cards[slug] {
			return fmt.Errorf("the card is %.60q, it must be %.60q: %v", there, c.cards[slug], err)
		}
	}
	if left := c.unfinished(); len(left) > 0 {
		return fmt.Errorf("memex doctor left %v", left)
	}
	files := make([]string, manyCards)
	for i := range files {
		files[i] = fmt.Sprintf("card-%d.md", i)
	}
	return holds(filepath.Join(c.dir, ".memex", "cards"), files...)
}

// settle takes over what a program was to do, if it is done.
func (c *card) settle(ctx context.Context, p *program) error {
	want := p.what.(cardState)
	there, err := c.read(ctx, want.slug)
	switch {
	case err == nil && there == want:
		c.cards[want.slug] = want
	case p.said():
		return fmt.Errorf("%s said %q, and the card is %.60q: %v", p, p.stdout.String(), there, err)
	case err != nil && c.cards[want.slug].slug != "":
		return err
	}
	return nil
}

// read returns what memex reads of a card.
func (c *card) read(ctx context.Context, slug string) (cardState, error) {
	text, err := c.answer(ctx, "", "memex", "read", slug)
	if err != nil {
		return cardState{}, err
	}
	head, body, _ := strings.Cut(text, "\n---\n")
	_, status, _ := strings.Cut(head, "\nstatus: ")
	status, _, _ = strings.Cut(status, "\n")
	return cardState{slug, body, status}, nil
}
