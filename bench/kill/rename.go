package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

// rename is the loop of a card that is renamed, with many links to it.
type rename struct {
	*home
	number int // of the name that the card has
}

func newRenames(h *home) work { return &rename{home: h} }

func hub(number int) string { return fmt.Sprint("hub-", number) }

func (r *rename) programs(ctx context.Context, round int) ([]*program, error) {
	if round == 0 {
		for i := range manyCards {
			text := cardText("A card", fmt.Sprintf("[[%[1]s]] and [[%[1]s|x]], [[%[1]s#h]], [[/%[1]s]]\n%s\n", hub(0), strings.Repeat("filler ", 2000)))
			if _, err := r.answer(ctx, text, "memex", "write", fmt.Sprint("card-", i)); err != nil {
				return nil, err
			}
		}
		if _, err := r.answer(ctx, cardText("The hub", "text\n"), "memex", "write", hub(0)); err != nil {
			return nil, err
		}
	}
	return []*program{r.program(ctx, "", "memex", "rename", hub(r.number), hub(r.number+1))}, nil
}

func (r *rename) check(ctx context.Context, started []*program) error {
	out, err := r.answer(ctx, "", "memex", "doctor")
	if err != nil || out != "Nothing is wrong.\n" {
		return fmt.Errorf("memex doctor says %q: %v", out, err)
	}
	if left := r.unfinished(); len(left) > 0 {
		return fmt.Errorf("memex doctor left %v", left)
	}
	if _, err := r.answer(ctx, "", "memex", "read", hub(r.number+1)); err == nil {
		r.number++
	} else if p := started[0]; p.said() {
		return fmt.Errorf("%s said %q, and there is no such card: %v", p, p.stdout.String(), err)
	}
	links, err := r.answer(ctx, "", "memex", "backlinks", hub(r.number))
	if n := strings.Count(links, "\n"); err != nil || n != manyCards {
		return fmt.Errorf("%d cards link to %s, %d did before: %v", n, hub(r.number), manyCards, err)
	}
	files := []string{hub(r.number) + ".md"}
	for i := range manyCards {
		files = append(files, fmt.Sprintf("card-%d.md", i))
	}
	return holds(filepath.Join(r.dir, ".memex", "cards"), files...)
}
