package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// manyMemories is the size of an import. It is several transactions long.
const manyMemories = 2000

// lines returns so many memories as an export has them, and their contents.
func lines(random *rand.Rand, prefix string, n int) (text string, contents map[string]string) {
	var b strings.Builder
	contents = make(map[string]string, n)
	for i := range n {
		id := fmt.Sprintf("%08x-0000-4000-8000-%012x", random.Uint32(), i)
		content := fmt.Sprintf("%s %d w%d w%d w%d", prefix, i, i%17, i%101, random.IntN(5000))
		contents[id] = content
		fmt.Fprintf(&b, `{"id":%q,"content":%q,"createdAt":"2026-03-18T10:00:00Z"}`+"\n", id, content)
	}
	return b.String(), contents
}

// imports is the loop of one large import after another.
type imports struct {
	*home
	stored   map[string]string // of the imports before
	input    string
	contents map[string]string // of this one
}

func newImports(h *home) work { return &imports{home: h, stored: make(map[string]string)} }

func (m *imports) programs(ctx context.Context, round int) ([]*program, error) {
	if m.input == "" {
		m.input, m.contents = lines(m.random, fmt.Sprint("import ", round), manyMemories)
	}
	return []*program{m.program(ctx, m.input, "agmem", "import", "-", "--json")}, nil
}

func (m *imports) check(ctx context.Context, started []*program) error {
	if err := holds(m.temporary()); err != nil {
		return err
	}
	there, err := m.exported(ctx)
	if err != nil {
		return err
	}
	all := maps.Clone(m.stored)
	maps.Copy(all, m.contents)
	if err := m.part(there, all); err != nil {
		return err
	}
	if _, err := m.answer(ctx, "", "agmem", "run", "check"); err != nil {
		return err
	}
	p := started[0]
	if p.said() && len(there) != len(all) {
		return fmt.Errorf("%s said %q, and %d memories are missing", p, p.stdout.String(), len(all)-len(there))
	}
	if !p.said() && m.random.IntN(4) > 0 {
		return nil // the same again is killed too
	}
	return m.complete(ctx, all)
}

// part reports a memory that is lost, or not one of the import.
func (m *imports) part(there, all map[string]string) error {
	for id, content := range m.stored {
		if there[id] != content {
			return fmt.Errorf("%s of an earlier import is %q, it was %q", id, there[id], content)
		}
	}
	for id, content := range there {
		if all[id] != content {
			return fmt.Errorf("%s is %q, it must be %q", id, content, all[id])
		}
	}
	return nil
}

// complete repeats the import, which must store the rest, and begins another
// one, in a new database from time to time.
func (m *imports) complete(ctx context.Context, all map[string]string) error {
	if _, err := m.answer(ctx, m.input, "agmem", "import", "-", "--json"); err != nil {
		return err
	}
	there, err := m.exported(ctx)
	if err == nil {
		err = same(there, all)
	}
	m.stored, m.input = all, ""
	if err != nil || len(all) < 3*manyMemories {
		return err
	}
	m.stored = make(map[string]string)
	return os.RemoveAll(filepath.Join(m.dir, "db"))
}
