package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agmem/agmem"
)

// maxBadRows is how many bad rows an error names.
const maxBadRows = 5

// ReadLegacy returns the memories of a database that the TypeScript
// implementation of the same design wrote, in the order of writing, to be
// given to Import. The file is only read. One without its table is Invalid;
// where rows cannot be read, the error names them and no memory is returned.
func ReadLegacy(ctx context.Context, path string) ([]agmem.Memory, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, agmem.Errorf(agmem.Invalid, "the path %q: %w", path, err)
	}
	if _, err := os.Stat(full); errors.Is(err, fs.ErrNotExist) {
		return nil, agmem.Errorf(agmem.NotFound, "there is no file %s", path)
	}
	s := &Store{path: full, readOnly: true}
	if _, err := s.connect(quiet(ctx)); err != nil {
		return nil, s.failure(errors.Join(err, s.db.Close()))
	}
	memories, err := readLegacy(ctx, s.db, full)
	if err = errors.Join(err, s.db.Close()); err != nil {
		return nil, s.failure(err)
	}
	return memories, nil
}

func readLegacy(ctx context.Context, db *sql.DB, path string) (memories []agmem.Memory, err error) {
	if err := checkLegacy(ctx, db, path); err != nil {
		return nil, err
	}
	rows, err := db.QueryContext(ctx, `
		SELECT rowid, id, content, digest, tags, created_at, updated_at, access_count
		FROM memories ORDER BY created_at, rowid`)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	var bad []string
	for rows.Next() {
		var r legacyRow
		if err := rows.Scan(&r.rowid, &r.id, &r.content, &r.digest, &r.tags, &r.created, &r.updated, &r.count); err != nil {
			return nil, err
		}
		m, err := r.memory()
		if err != nil {
			bad = append(bad, fmt.Sprintf("row %d (id %s): %v", r.rowid, quoted(r.id.String), err))
			continue
		}
		memories = append(memories, m)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return memories, badRows(path, bad)
}

func badRows(path string, bad []string) error {
	if len(bad) == 0 {
		return nil
	}
	more := ""
	if len(bad) > maxBadRows {
		more = fmt.Sprintf("; and %d more", len(bad)-maxBadRows)
		bad = bad[:maxBadRows]
	}
	return agmem.Errorf(agmem.Invalid, "%s holds what cannot be taken over: %s%s", path, strings.Join(bad, "; "), more).
		WithHint("mend or delete these rows, nothing was imported")
}

// checkLegacy knows the database by its table: an id of type TEXT, and tags.
func checkLegacy(ctx context.Context, db *sql.DB, path string) error {
	var known bool
	err := db.QueryRowContext(ctx, `
		SELECT count(*) = 8 AND sum(name = 'id' AND type = 'TEXT' AND pk = 1) = 1
		FROM pragma_table_info('memories') WHERE name IN
			('id', 'hash', 'content', 'digest', 'tags', 'created_at', 'updated_at', 'access_count')`).Scan(&known)
	if err == nil && !known {
		err = agmem.Errorf(agmem.Invalid, "%s is no database of the earlier implementation", path).
			WithHint("it has no table of memories with an id of type TEXT")
	}
	return err
}

// legacyRow is a row as it stands; anything may be NULL in a mended file.
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
	return m, validateEntry(&m)
}

// legacyTags reads a JSON list. A tag that held a comma, a | or a line break
// becomes several: no tag holds them here.
func legacyTags(text string) ([]string, error) {
	if text == "" {
		return []string{}, nil
	}
	var tags []string
	if err := json.Unmarshal([]byte(text), &tags); err != nil {
		return nil, fmt.Errorf("the tags %s are no JSON list of texts", quoted(text))
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
	return 0, fmt.Errorf("%s is no time", quoted(text))
}
