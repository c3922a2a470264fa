package wire

import (
	"context"
	"iter"
	"path/filepath"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/extract"
	"github.com/agmem/agmem/internal/hook"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/paths"
)

// hooks returns where hooks keep what sessions have seen, and their spool.
func (s *settings) hooks() (seen string, spool hook.Spool, err error) {
	cache, err := paths.CacheDir(s.env.Getenv)
	if err != nil {
		return "", hook.Spool{}, err
	}
	data, err := paths.DataDir(s.env.Getenv)
	return filepath.Join(cache, "hooks"), hook.NewSpool(filepath.Join(data, "spool")), err
}

// open opens a database of memories, and takes in what sessions asked to remember
// at their end, if it is the database of agmem.
func (s *settings) open(ctx context.Context, path string, opts memories.Options) (*memories.Store, error) {
	store, err := memories.Open(ctx, path, opts)
	if err != nil {
		return nil, err
	}
	if !s.waits(path) {
		return store, nil
	}
	if err := s.takeIn(ctx, store); err != nil && opts.Notice != nil {
		opts.Notice("what sessions asked to remember is not stored yet: " + err.Error())
	}
	return store, nil
}

// waits says whether the spool has something for the database at a path.
func (s *settings) waits(path string) bool {
	own, err := paths.DatabaseFile(s.env.Getenv)
	if err != nil || own != path {
		return false
	}
	_, spool, err := s.hooks()
	return err == nil && !spool.IsEmpty()
}

// takeIn stores what the spool has. A fact that is stored already, or was deleted
// by hand, is not stored again; one that has expired, has a secret or is longer than
// a memory can be is left out.
func (s *settings) takeIn(ctx context.Context, store *memories.Store) error {
	_, spool, err := s.hooks()
	if err != nil {
		return err
	}
	return spool.Take(ctx, func(entries []hook.Entry) error {
		_, err := store.Import(ctx, s.asked(ctx, entries), agmem.ImportOptions{})
		return err
	})
}

// asked returns the memories that entries ask for.
func (s *settings) asked(ctx context.Context, entries []hook.Entry) iter.Seq2[agmem.Memory, error] {
	return func(yield func(agmem.Memory, error) bool) {
		for _, e := range entries {
			origin, err := s.originIn(e.Folder, "", e.Session)
			if err != nil {
				yield(agmem.Memory{}, err)
				return
			}
			for _, f := range extract.Facts(e.Text, e.At.Time()) {
				m := agmem.Memory{Content: f.Content, Tags: f.Tags, CreatedAt: e.At, UpdatedAt: e.At, ExpiresAt: f.ExpiresAt, Origin: origin}
				expired := f.ExpiresAt != 0 && !f.ExpiresAt.Time().After(s.env.Now())
				if expired || s.guard.Memory(ctx, &m) != nil || (agmem.Draft{Content: m.Content, Tags: m.Tags}).Validate() != nil {
					continue // an error would keep back all that waits behind it, for ever
				}
				if !yield(m, nil) {
					return
				}
			}
		}
	}
}
