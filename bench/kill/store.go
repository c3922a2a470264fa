package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// store is the loop of single writes to the database, two at a time.
type store struct {
	*home
	contents map[string]string // by id, what must be there
}

func newStore(h *home) work { return &store{h, make(map[string]string)} }

// change is what a program was to do with a memory.
type change struct {
	id      string // empty: a new one
	content string // empty: it is deleted
}

func (s *store) programs(ctx context.Context, round int) ([]*program, error) {
	ids := slices.Sorted(maps.Keys(s.contents))
	s.random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	var all []*program
	for i := range 2 {
		content := fmt.Sprintf("round %d.%d%s", round, i, strings.Repeat(" and words of some length", s.random.IntN(400)))
		var p *program
		switch kind := s.random.IntN(10); {
		case kind < 2 && len(ids) > 100 || kind < 5 && len(ids) > 200:
			p = s.program(ctx, "", "agmem", "delete", ids[i], "--json")
			p.what = change{id: ids[i]}
		case kind < 5 && len(ids) > 2:
			p = s.program(ctx, content, "agmem", "update", ids[i], "--json")
			p.what = change{ids[i], content}
		default:
			p = s.program(ctx, content, "agmem", "add", "-", "--json")
			p.what = change{content: content}
		}
		all = append(all, p)
	}
	return all, nil
}

func (s *store) check(ctx context.Context, started []*program) error {
	there, err := s.exported(ctx)
	if err != nil {
		return err
	}
	for _, p := range started {
		if err := s.settle(p, there); err != nil {
			return err
		}
	}
	if err := same(there, s.contents); err != nil {
		return err
	}
	if _, err := s.answer(ctx, "", "agmem", "run", "check"); err != nil {
		return err
	}
	return holds(filepath.Join(s.dir, "db"), "agmem.db", "agmem.db-wal", "agmem.db-shm")
}

// settle takes a change over into what must be there. One that was promised is
// there; another one is there or not.
func (s *store) settle(p *program, there map[string]string) error {
	c := p.what.(change)
	before := s.contents[c.id]
	if c.id == "" {
		c.id = idOf(there, c.content)
	}
	done := c.id != "" && there[c.id] == c.content
	switch {
	case done && c.content == "":
		delete(s.contents, c.id)
	case done:
		s.contents[c.id] = c.content
	case p.said():
		return fmt.Errorf("%s said %q, and the memory is %.60q, before %.60q", p, p.stdout.String(), there[c.id], before)
	}
	return nil
}

func idOf(memories map[string]string, content string) string {
	for id, c := range memories {
		if c == content {
			return id
		}
	}
	return ""
}

// exported returns the contents of all memories by their ids.
func (h *home) exported(ctx context.Context) (map[string]string, error) {
	text, err := h.answer(ctx, "", "agmem", "export", "-")
	if err != nil {
		return nil, err
	}
	return memories(text)
}

// memories reads an export.
func memories(text string) (map[string]string, error) {
	all := make(map[string]string)
	for line := range strings.Lines(text) {
		var m struct{ ID, Content string }
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			return nil, fmt.Errorf("a line of the export: %w: %.80s", err, line)
		}
		all[m.ID] = m.Content
	}
	return all, nil
}

// same reports a difference between what is there and what must be.
func same(there, want map[string]string) error {
	for key, value := range want {
		if got, ok := there[key]; got != value || !ok {
			return fmt.Errorf("%s is %.60q, it must be %.60q", key, got, value)
		}
	}
	for key := range there {
		if _, ok := want[key]; !ok {
			return fmt.Errorf("%s is there, and nothing made it", key)
		}
	}
	return nil
}
