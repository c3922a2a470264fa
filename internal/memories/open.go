package memories

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	codes "modernc.org/sqlite/lib"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/textindex"
)

// maxConnections lets readers of one process go on while another goroutine
// writes. A command line needs one, and connections are made when needed.
const maxConnections = 4

// Open opens the database file at path and makes it, with its folder, where
// it does not exist. A file of another program is Invalid, one of a newer
// agmem Unavailable, one that is no database Corrupt.
func Open(ctx context.Context, path string, opts Options) (*Store, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, agmem.Errorf(agmem.Invalid, "the path %q: %w", path, err)
	}
	weights := recall.DefaultWeights()
	if opts.Weights != nil {
		weights = *opts.Weights
	}
	s := &Store{
		weights:  weights,
		name:     opts.Name,
		path:     full,
		clock:    opts.Now,
		readOnly: opts.ReadOnly,
		index:    textindex.New("memory_text"),
		writing:  make(chan struct{}, 1),
	}
	if s.name == "" {
		s.name = "local"
	}
	if s.clock == nil {
		s.clock = time.Now
	}
	if err := s.open(quiet(ctx), opts); err != nil {
		if s.db != nil {
			err = errors.Join(err, s.db.Close())
		}
		return nil, s.failure(err)
	}
	return s, nil
}

func (s *Store) open(ctx context.Context, opts Options) error {
	if err := s.makeFile(); err != nil {
		return err
	}
	s.readOnly = s.readOnly || !writable(s.path)
	h, err := s.connect(ctx)
	if err != nil {
		return err
	}
	if err := h.check(s.path); err != nil {
		return err
	}
	if h.version < len(migrations()) {
		if err := s.prepare(ctx); err != nil {
			return err
		}
	}
	if s.readOnly {
		return nil
	}
	if err := s.leaveWAL(ctx, opts.Notice); err != nil {
		return err
	}
	return s.refreshIndex(ctx)
}

func (s *Store) makeFile() error {
	if !s.readOnly {
		if err := createPrivate(s.path); err != nil {
			return fileFailure(s.path, err)
		}
	}
	info, err := os.Stat(s.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return agmem.Errorf(agmem.NotFound, "there is no database %s", s.path)
	case err != nil:
		return fileFailure(s.path, err)
	case info.IsDir():
		return agmem.Errorf(agmem.Invalid, "%s is a folder, not a database", s.path)
	}
	return nil
}

// connect opens the file in the first way that works and reads its header.
func (s *Store) connect(ctx context.Context) (header, error) {
	if !s.readOnly {
		h, err := s.try(ctx, modeWrite)
		if err == nil || !isAccess(err) {
			return h, err
		}
		s.readOnly = true
	}
	h, err := s.try(ctx, modeRead)
	if err == nil || !isAccess(err) {
		return h, err
	}
	// What a -wal holds is committed: to read without it would be to lie.
	if wal, statErr := os.Stat(s.path + "-wal"); statErr == nil && wal.Size() > 0 {
		return h, err
	}
	return s.try(ctx, modeFrozen)
}

func isAccess(err error) bool {
	return isCode(err, codes.SQLITE_CANTOPEN) || isCode(err, codes.SQLITE_READONLY) || isCode(err, codes.SQLITE_PERM)
}

func (s *Store) try(ctx context.Context, m mode) (header, error) {
	if s.db != nil {
		if err := s.db.Close(); err != nil {
			return header{}, err
		}
	}
	db, err := sql.Open("sqlite", dataSource(s.path, m))
	if err != nil {
		return header{}, err
	}
	db.SetMaxOpenConns(maxConnections)
	db.SetMaxIdleConns(maxConnections)
	s.db = db
	return readHeader(ctx, db)
}

// leaveWAL gives a file on a network file system a rollback journal, and says
// so once in its life.
func (s *Store) leaveWAL(ctx context.Context, notice func(string)) error {
	if !onNetwork(filepath.Dir(s.path)) {
		return nil
	}
	return s.useRollbackJournal(ctx, notice)
}

func (s *Store) useRollbackJournal(ctx context.Context, notice func(string)) error {
	if _, err := s.db.ExecContext(ctx, `PRAGMA journal_mode = DELETE`); err != nil {
		return err
	}
	if notice == nil {
		return nil
	}
	told := false
	err := s.read(ctx, func(ctx context.Context, t *txn) error {
		_, err := t.Row(ctx, `SELECT EXISTS (SELECT 1 FROM meta WHERE key = 'told.network')`, nil, &told)
		return err
	})
	if err != nil || told {
		return err
	}
	notice(s.path + " lies on a network file system: it works, but slower, and programs wait longer for each other")
	return s.write(ctx, func(ctx context.Context, t *txn) error {
		err := t.Do(ctx, `INSERT OR IGNORE INTO meta (key, value) VALUES ('told.network', '1')`)
		return err
	})
}
