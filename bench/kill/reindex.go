package main

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// reindex is the loop of an index that is made anew.
type reindex struct {
	*home
	found map[string]string // the ids that searches printed before the first kill
}

func newReindex(h *home) work { return &reindex{home: h} }

func (r *reindex) programs(ctx context.Context, _ int) ([]*program, error) {
	if r.found == nil {
		input, _ := lines(r.random, "memory", manyMemories)
		if _, err := r.answer(ctx, input, "agmem", "import", "-"); err != nil {
			return nil, err
		}
		var err error
		if r.found, err = r.search(ctx); err != nil {
			return nil, err
		}
	}
	return []*program{r.program(ctx, "", "agmem", "run", "reindex", "--json")}, nil
}

// search asks for a common and a rare word, and for one of another length.
func (r *reindex) search(ctx context.Context) (map[string]string, error) {
	found := make(map[string]string)
	for _, question := range []string{"w7", "w100", "memory w16", "w4999"} {
		answer, err := r.answer(ctx, "", "agmem", "search", question, "--limit", "20", "--json")
		if err != nil {
			return nil, err
		}
		found[question] = strings.Join(regexp.MustCompile(`"id":"[^"]*"`).FindAllString(answer, -1), "\n")
	}
	return found, nil
}

func (r *reindex) check(ctx context.Context, _ []*program) error {
	if _, err := r.answer(ctx, "", "agmem", "run", "check"); err != nil {
		return err
	}
	found, err := r.search(ctx)
	if err != nil {
		return err
	}
	for question, before := range r.found {
		if found[question] != before {
			return fmt.Errorf("a search for %q finds\n%s\nand before\n%s", question, found[question], before)
		}
	}
	return holds(filepath.Join(r.dir, "db"), "agmem.db", "agmem.db-wal", "agmem.db-shm")
}
