package wire

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/cli/memory"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/memories/intake"
	"github.com/agmem/agmem/internal/numbered"
	"github.com/agmem/agmem/internal/paths"
)

func (s *settings) runMemory(ctx context.Context, env cli.Environment, called string) int {
	return memory.Run(ctx, env, called, memory.Services{Memories: s.numbered, CheckDatabase: intake.CheckDatabase, Guard: s.guard})
}

// numbered returns the use cases of memories by number over the database at a
// path, empty for that of agmem, and what closes it.
func (s *settings) numbered(path string, notice func(string)) (numbered.Memories, func() error, error) {
	missing := noteMissing(path, notice)
	if path == "" {
		var err error
		if path, err = paths.DatabaseFile(s.env.Getenv); err != nil {
			return numbered.Memories{}, nil, err
		}
	}
	db := &database{path: path, missing: missing, open: s.open, options: memories.Options{Name: library.Local, Now: s.env.Now, Notice: notice, Guard: s.guard, Embedding: embedding(s.embedder)}}
	return numbered.Memories{
		Read:   db.read,
		Write:  db.write,
		Now:    s.env.Now,
		Origin: func(author string) (agmem.Origin, error) { return s.origin(author, "") },
		Guard:  s.guard,
	}, db.close, nil
}

// database is a database that is opened at most once.
type database struct {
	path    string
	missing func() // told that there is none
	open    func(context.Context, string, memories.Options) (*memories.Store, error)
	options memories.Options
	store   *memories.Store
}

// read opens the database, unless there is none: what only reads makes no file.
func (d *database) read(ctx context.Context) (numbered.Store, error) {
	if _, err := os.Stat(d.path); errors.Is(err, fs.ErrNotExist) {
		d.missing()
		return nil, nil
	}
	return d.write(ctx)
}

// noteMissing returns what says once that there is no database where somebody
// said that one is: a mistyped path looks like an empty store. Where nobody named
// one it says nothing.
func noteMissing(named string, notice func(string)) func() {
	return sync.OnceFunc(func() {
		if named != "" {
			notice("there is no database at " + named + " yet")
		}
	})
}

func (d *database) write(ctx context.Context) (numbered.Store, error) {
	if d.store == nil {
		store, err := d.open(ctx, d.path, d.options)
		if err != nil {
			return nil, err // not the nil *Store, which would be a store
		}
		d.store = store
	}
	return d.store, nil
}

func (d *database) close() error {
	if d.store == nil {
		return nil
	}
	return d.store.Close()
}
