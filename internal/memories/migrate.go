package memories

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	codes "modernc.org/sqlite/lib"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/textindex"
)

//go:embed migrations/*.sql
var scripts embed.FS

// migration is one step of the tables' form. The n-th brings a file to
// version n, and is never changed once it was released.
type migration struct {
	// script is the name of the SQL; empty for a step in Go alone.
	script string
	// then does in Go what SQL cannot; may be nil.
	then func(context.Context, textindex.DB, textindex.Index) error
}

func migrations() []migration {
	return []migration{
		{script: "migrations/0001_memories.sql", then: createIndex},
	}
}

func createIndex(ctx context.Context, db textindex.DB, index textindex.Index) error {
	if err := index.Create(ctx, db); err != nil {
		return err
	}
	return rememberAnalyzer(ctx, db)
}

func rememberAnalyzer(ctx context.Context, db textindex.DB) error {
	_, err := db.ExecContext(ctx,
		`INSERT OR REPLACE INTO meta (key, value) VALUES ('analyzer', ?)`, fmt.Sprint(recall.AnalyzerVersion))
	return err
}

// prepare makes or renews the tables.
func (s *Store) prepare(ctx context.Context) error {
	if s.readOnly {
		return agmem.Errorf(agmem.Denied, "%s is empty or of an older agmem, and cannot be written", s.path)
	}
	if err := s.enterWAL(ctx); err != nil {
		return err
	}
	return s.migrate(ctx, migrations())
}

// enterWAL switches the journal, which SQLite does without waiting for other
// processes: so this waits.
func (s *Store) enterWAL(ctx context.Context) error {
	if onNetwork(filepath.Dir(s.path)) {
		return nil
	}
	for deadline := time.Now().Add(busyTimeout); ; {
		_, err := s.db.ExecContext(ctx, `PRAGMA journal_mode = WAL`)
		if !isCode(err, codes.SQLITE_BUSY) || time.Now().After(deadline) {
			return err
		}
		time.Sleep(time.Millisecond + rand.N(10*time.Millisecond))
	}
}

// migrate runs the steps that the file has not had. A file that holds
// memories is copied beside itself first, and the copy stays where the
// migration fails.
func (s *Store) migrate(ctx context.Context, steps []migration) error {
	h, err := readHeader(ctx, s.db)
	if err != nil || h.version >= len(steps) {
		return err
	}
	if h.version == 0 {
		return s.takeSteps(ctx, steps)
	}
	copied, err := s.copyBeside(ctx, h.version)
	if err != nil {
		return err
	}
	if err := s.takeSteps(ctx, steps); err != nil {
		return agmem.Errorf(agmem.KindOf(s.failure(err)), "the tables of %s could not be renewed: %w", s.path, err).
			WithHint("the file was left as it was, and a copy of it is in %s", copied)
	}
	return os.Remove(copied)
}

// copyBeside writes a private copy. Its name says the version and the process.
func (s *Store) copyBeside(ctx context.Context, version int) (string, error) {
	name := fmt.Sprintf(".%s.v%d.%d.copy", filepath.Base(s.path), version, os.Getpid())
	to := filepath.Join(filepath.Dir(s.path), name)
	f, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return "", fileFailure(to, err)
	}
	if err := f.Close(); err != nil {
		return "", fileFailure(to, err)
	}
	if _, err := s.db.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return "", errors.Join(err, os.Remove(to))
	}
	return to, nil
}

// takeSteps runs the steps in one transaction, in which the version is read
// again: another process may have been quicker.
func (s *Store) takeSteps(ctx context.Context, steps []migration) error {
	return s.write(ctx, func(ctx context.Context, t *txn) error {
		h, err := readHeader(ctx, t.Tx)
		if err != nil {
			return err
		}
		if err := h.check(s.path); err != nil || h.version >= len(steps) {
			return err
		}
		before, err := countRows(ctx, t.Tx.Tx)
		if err != nil {
			return err
		}
		for _, step := range steps[h.version:] {
			if err := step.run(ctx, t); err != nil {
				return err
			}
		}
		if err := compareRows(ctx, t.Tx.Tx, before); err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, fmt.Sprintf(
			`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, len(steps)))
		return err
	})
}

func (m migration) run(ctx context.Context, t *txn) error {
	if m.script != "" {
		script, err := scripts.ReadFile(m.script)
		if err != nil {
			return err
		}
		if _, err := t.ExecContext(ctx, string(script)); err != nil {
			return fmt.Errorf("%s: %w", m.script, err)
		}
	}
	if m.then == nil {
		return nil
	}
	return m.then(ctx, t.Tx, t.index)
}

// countRows counts what no migration may lose.
func countRows(ctx context.Context, tx *sql.Tx) (map[string]int64, error) {
	counts := make(map[string]int64)
	for _, table := range []string{"memories", "changes", "tombstones"} {
		var exists bool
		var n int64
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ?)`, table).Scan(&exists)
		if err == nil && exists {
			err = tx.QueryRowContext(ctx, `SELECT count(*) FROM `+table).Scan(&n)
		}
		if err != nil {
			return nil, err
		}
		if exists {
			counts[table] = n
		}
	}
	return counts, nil
}

func compareRows(ctx context.Context, tx *sql.Tx, before map[string]int64) error {
	after, err := countRows(ctx, tx)
	if err != nil {
		return err
	}
	for table, n := range before {
		if after[table] != n {
			return agmem.Errorf(agmem.Corrupt, "%s had %d rows before and %d after", table, n, after[table])
		}
	}
	return nil
}
