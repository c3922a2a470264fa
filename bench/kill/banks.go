package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// bank is the loop of writes to one bank, two at a time.
type bank struct {
	*home
	values map[string]string // by key, what must be there
}

func newBanks(h *home) work { return &bank{h, make(map[string]string)} }

// edit is what a program was to do with a bank: all of it or nothing.
type edit struct {
	put    map[string]string
	remove []string
}

func (b *bank) programs(ctx context.Context, round int) ([]*program, error) {
	value := func(i int) string {
		return fmt.Sprintf("round %d.%d %s", round, i, strings.Repeat("x", b.random.IntN(200_000)))
	}
	switch kind := b.random.IntN(20); {
	case kind == 0 && len(b.values) > 0:
		p := b.program(ctx, "", "memory-cli", "delete", "bank", "--bank", "--confirm")
		p.what = edit{remove: slices.Sorted(maps.Keys(b.values))}
		return []*program{p}, nil
	case kind < 4:
		put := map[string]string{"a": value(0), "b": value(1), "c": value(2)}
		text, err := json.Marshal(bankOf(put))
		p := b.program(ctx, string(text), "memory-cli", "import", "bank", "-", "--merge")
		p.what = edit{put: put}
		return []*program{p}, err
	}
	return []*program{b.write(ctx, "a", value(0)), b.write(ctx, fmt.Sprint("k", b.random.IntN(8)), value(1))}, nil
}

// bankOf returns a bank as an export has it, with the times of today.
func bankOf(values map[string]string) any {
	entries, now := make(map[string]any), time.Now().UTC()
	for key, value := range values {
		entries[key] = map[string]any{"value": value, "created_at": now, "updated_at": now}
	}
	return map[string]any{"_meta": map[string]any{"version": 1}, "entries": entries}
}

func (b *bank) write(ctx context.Context, key, value string) *program {
	p := b.program(ctx, `"`+value+`"`, "memory-cli", "write", "bank", key, "-")
	p.what = edit{put: map[string]string{key: value}}
	return p
}

func (b *bank) check(ctx context.Context, started []*program) error {
	there, err := b.exported(ctx)
	if err != nil {
		return err
	}
	for _, p := range started {
		if err := b.settle(p, there); err != nil {
			return err
		}
	}
	if err := same(there, b.values); err != nil {
		return err
	}
	if _, err := b.answer(ctx, "1", "memory-cli", "write", "bank", "last", "-"); err != nil {
		return err
	}
	b.values["last"] = "1"
	return holds(filepath.Join(b.dir, ".config", "slop-mcp", "memory"), "bank.json", "bank.json.lock")
}

// settle takes an edit over into what must be there: one that was promised or
// of which anything is there.
func (b *bank) settle(p *program, there map[string]string) error {
	e := p.what.(edit)
	done := len(e.remove) > 0 && len(there) == 0
	for key, value := range e.put {
		done = done || there[key] == value
	}
	if !done && p.said() {
		return fmt.Errorf("%s said %q, and it is not done", p, p.stdout.String())
	}
	if done {
		maps.Copy(b.values, e.put)
		for _, key := range e.remove {
			delete(b.values, key)
		}
	}
	return nil
}

// exported returns the values of the bank, none if there is no bank.
func (b *bank) exported(ctx context.Context) (map[string]string, error) {
	text, err := b.answer(ctx, "", "memory-cli", "export", "--all")
	if err != nil {
		return nil, err
	}
	var all struct {
		Banks []struct {
			Bank struct {
				Entries map[string]struct{ Value any }
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, err
	}
	values := make(map[string]string)
	for _, one := range all.Banks {
		for key, e := range one.Bank.Entries {
			values[key] = fmt.Sprint(e.Value)
		}
	}
	return values, nil
}
