package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/agmem/agmem"
)

// Component is the tables of one room in a database.
type Component struct {
	// Name is how the file calls it. It never changes.
	Name string
	// InHeader says that its version is in the header of the file, as
	// user_version. At most one component of a file may have its there.
	InHeader bool
	// Steps made the tables: the n-th brings them to version n, and is never
	// changed once it was released.
	Steps []Step
	// Kept are the tables in which no step may add or lose a row.
	Kept []string
}

// Step changes tables or what is in them, in the transaction of a
// migration.
type Step func(ctx context.Context, t *Tx) error

// version returns how many steps the tables have had. A file without the table
// of versions has no version.
func (c Component) version(ctx context.Context, db queryer, h header) (int, error) {
	if c.InHeader {
		return h.version, nil
	}
	var exists bool
	err := db.QueryRowContext(ctx,
		`SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'sqlitedb_components')`).Scan(&exists)
	if err != nil || !exists {
		return 0, err
	}
	var version int
	err = db.QueryRowContext(ctx, `SELECT version FROM sqlitedb_components WHERE name = ?`, c.Name).Scan(&version)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return version, err
}

// setVersion notes that the tables have had all steps, and that the file is
// ours.
func (c Component) setVersion(ctx context.Context, t *Tx) error {
	if _, err := t.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, applicationID)); err != nil {
		return err
	}
	if c.InHeader {
		_, err := t.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, len(c.Steps)))
		return err
	}
	_, err := t.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS sqlitedb_components (
		name TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID`)
	if err != nil {
		return err
	}
	return t.Do(ctx, `INSERT OR REPLACE INTO sqlitedb_components (name, version) VALUES (?, ?)`, c.Name, len(c.Steps))
}

// check refuses tables that had more steps than this program knows.
func (c Component) check(path string, version int) error {
	if version <= len(c.Steps) {
		return nil
	}
	return agmem.Errorf(agmem.Unavailable,
		"%s was written by a newer agmem (its tables have version %d, this agmem knows %d)", path, version, len(c.Steps)).
		WithHint("upgrade agmem; the file was left as it is")
}

// countKept counts the rows that must stay the same.
func (c Component) countKept(ctx context.Context, t *Tx) (map[string]int64, error) {
	counts := make(map[string]int64)
	for _, table := range c.Kept {
		exists, err := t.Row(ctx, `SELECT 1 FROM sqlite_schema WHERE name = ?`, []any{table}, new(int))
		if err != nil {
			return nil, err
		}
		if !exists {
			continue
		}
		var n int64
		if err := t.QueryRowContext(ctx, `SELECT count(*) FROM "`+table+`"`).Scan(&n); err != nil {
			return nil, err
		}
		counts[table] = n
	}
	return counts, nil
}

// compareKept reports a table that has another number of rows than before.
func (c Component) compareKept(ctx context.Context, t *Tx, before map[string]int64) error {
	after, err := c.countKept(ctx, t)
	if err != nil {
		return err
	}
	for _, table := range c.Kept {
		if n, existed := before[table]; existed && after[table] != n {
			return agmem.Errorf(agmem.Corrupt, "%s had %d rows before and %d after", table, n, after[table])
		}
	}
	return nil
}
