package intake

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
	"github.com/agmem/agmem/internal/sqlitedb"
)

// maxBadRows is how many bad rows an error names.
const maxBadRows = 5

// CheckLegacy reads a database that the TypeScript implementation of the same
// design wrote. It returns how many memories it has, and the memories in the
// order of writing, which are read again each time the caller ranges over them. The file
// is only read. One without its table is Invalid; where rows cannot be read,
// the error names them.
func CheckLegacy(ctx context.Context, path string) (int, iter.Seq2[agmem.Memory, error], error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return 0, nil, agmem.Errorf(agmem.Invalid, "the path %q: %w", path, err)
	}
	if _, err := os.Stat(full); errors.Is(err, fs.ErrNotExist) {
		return 0, nil, agmem.Errorf(agmem.NotFound, "there is no file %s", path)
	}
	total := 0
	err = legacy{ctx: ctx, path: full, strict: true}.each(func(agmem.Memory) bool { total++; return true })
	return total, legacy{ctx: ctx, path: full}.all, err
}

// legacy is a database of that implementation. It holds the context of the
// call that it is for.
type legacy struct {
	ctx  context.Context
	path string
	// strict asks whether each memory can be stored; an import asks that again
	// of what it is given.
	strict bool
}

// all is the memories as a sequence.
func (l legacy) all(yield func(agmem.Memory, error) bool) {
	left := false
	err := l.each(func(m agmem.Memory) bool {
		left = !yield(m, nil)
		return !left
	})
	if err != nil && !left {
		yield(agmem.Memory{}, err)
	}
}

// each calls yield for each memory until that returns false.
func (l legacy) each(yield func(agmem.Memory) bool) error {
	db, err := sqlitedb.OpenForeign(l.ctx, l.path)
	if err != nil {
		return err
	}
	err = db.Read(l.ctx, func(ctx context.Context, t *sqlitedb.Tx) error { return l.read(ctx, t, yield) })
	return errors.Join(err, db.Close())
}

func (l legacy) read(ctx context.Context, t *sqlitedb.Tx, yield func(agmem.Memory) bool) error {
	if err := checkLegacy(ctx, t, l.path); err != nil {
		return err
	}
	var bad badRows
	err := t.Rows(ctx, `
		SELECT rowid, id, content, digest, tags, created_at, updated_at, access_count
		FROM memories ORDER BY created_at, rowid`, nil, func(rows *sql.Rows) error {
		if err := l.ctx.Err(); err != nil {
			return err
		}
		var r legacyRow
		if err := rows.Scan(&r.rowid, &r.id, &r.content, &r.digest, &r.tags, &r.created, &r.updated, &r.count); err != nil {
			return err
		}
		m, err := r.memory()
		if err == nil && l.strict {
			err = validateEntry(&m)
		}
		if err != nil {
			bad.add(fmt.Sprintf("row %d (id %s): %v", r.rowid, table.Quoted(r.id.String), err))
		} else if !yield(m) {
			return sqlitedb.ErrEnough
		}
		return nil
	})
	if err != nil {
		return err
	}
	return bad.asError(l.path)
}

// badRows are the rows that cannot be taken over, the first few by name.
type badRows struct {
	first []string
	more  int
}

func (b *badRows) add(row string) {
	if len(b.first) < maxBadRows {
		b.first = append(b.first, row)
	} else {
		b.more++
	}
}

func (b *badRows) asError(path string) error {
	if len(b.first) == 0 {
		return nil
	}
	more := ""
	if b.more > 0 {
		more = fmt.Sprintf("; and %d more", b.more)
	}
	return agmem.Errorf(agmem.Invalid, "%s has rows that cannot be imported: %s%s", path, strings.Join(b.first, "; "), more).
		WithHint("fix or delete these rows; nothing was imported")
}

// checkLegacy knows the database by its table: an id of type TEXT, and tags.
func checkLegacy(ctx context.Context, t *sqlitedb.Tx, path string) error {
	var known bool
	_, err := t.Row(ctx, `
		SELECT count(*) = 8 AND sum(name = 'id' AND type = 'TEXT' AND pk = 1) = 1
		FROM pragma_table_info('memories') WHERE name IN
			('id', 'hash', 'content', 'digest', 'tags', 'created_at', 'updated_at', 'access_count')`, nil, &known)
	if err == nil && !known {
		err = agmem.Errorf(agmem.Invalid, "%s is not a database of the earlier implementation", path).
			WithHint("it has no table of memories with an id of type TEXT")
	}
	return err
}

// legacyRow is a row as it is; anything may be NULL in a repaired file.
type legacyRow struct {
	rowid                  int64
	id, content, digest    sql.NullString
	tags, created, updated sql.NullString
	count                  sql.NullInt64
}

func (r *legacyRow) memory() (agmem.Memory, error) {
	m := agmem.Memory{
		ID: strings.ToLower(r.id.String), Content: r.content.String, Digest: r.digest.String,
		AccessCount: r.count.Int64,
	}
	if m.ID == "" {
		return m, errors.New("the id is missing")
	}
	var err error
	if m.Tags, err = legacyTags(r.tags.String); err != nil {
		return m, err
	}
	if m.CreatedAt, err = legacyTime(r.created.String); err != nil {
		return m, err
	}
	if m.UpdatedAt, err = legacyTime(r.updated.String); err != nil {
		return m, err
	}
	m.Hash = agmem.HashContent(m.Content)
	return m, nil
}

// legacyTags reads a JSON list. A tag that held a comma, a | or a line break
// becomes several: no tag holds them here.
func legacyTags(text string) ([]string, error) {
	if text == "" {
		return []string{}, nil
	}
	var tags []string
	if err := json.Unmarshal([]byte(text), &tags); err != nil {
		return nil, fmt.Errorf("the tags %s are not a JSON list of texts", table.Quoted(text))
	}
	var parts []string
	for _, tag := range tags {
		parts = append(parts, strings.FieldsFunc(tag, separatesTags)...)
	}
	return agmem.CleanTags(parts), nil
}

func separatesTags(r rune) bool { return strings.ContainsRune(",|\n\r\v\f\u0085\u2028\u2029", r) }

// legacyTime reads the forms in which JavaScript and SQLite write a time.
func legacyTime(text string) (agmem.Instant, error) {
	for _, layout := range []string{time.RFC3339, time.DateTime, "2006-01-02T15:04:05", time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return agmem.InstantOf(t), nil
		}
	}
	return 0, fmt.Errorf("%s is not a time", table.Quoted(text))
}
