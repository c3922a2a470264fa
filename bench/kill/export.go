package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// export is the loop of a file that is replaced by a newer export.
type export struct {
	*home
	before, now map[string]string // what the file has, and the database
}

func newExports(h *home) work { return &export{home: h} }

// file is the one that is written.
func (e *export) file() string { return filepath.Join(e.work(), "all.jsonl") }

func (e *export) programs(ctx context.Context, round int) ([]*program, error) {
	p := e.program(ctx, "", "agmem", "export", e.file())
	if round%5 > 0 {
		return []*program{p}, nil
	}
	input, _ := lines(e.random, fmt.Sprint("round ", round), 1)
	if round == 0 {
		input, _ = lines(e.random, "memory", manyMemories)
	}
	if _, err := e.answer(ctx, input, "agmem", "import", "-"); err != nil {
		return nil, err
	}
	var err error
	e.now, err = e.exported(ctx)
	return []*program{p}, err
}

func (e *export) check(ctx context.Context, started []*program) error {
	there, err := e.written()
	if err != nil {
		return err
	}
	if err := same(there, e.now); err != nil {
		if p := started[0]; p.said() {
			return fmt.Errorf("%s said %q, and %w", p, p.stdout.String(), err)
		}
		if err := same(there, e.before); err != nil {
			return err
		}
	}
	if _, err := e.answer(ctx, "", "agmem", "export", e.file()); err != nil {
		return err
	}
	if e.before, err = e.written(); err != nil {
		return err
	}
	if err := same(e.before, e.now); err != nil {
		return err
	}
	return holds(e.work(), "all.jsonl")
}

// written returns what the file has, nothing if there is none.
func (e *export) written() (map[string]string, error) {
	text, err := os.ReadFile(e.file())
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	return memories(string(text))
}
