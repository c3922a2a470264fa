package intake

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// legacySchema is that of the TypeScript implementation of the same design. Its
// id is of type TEXT.
func legacySchema() schema {
	return schema{
		known: `
			SELECT count(*) = 8 AND sum(name = 'id' AND type = 'TEXT' AND pk = 1) = 1
			FROM pragma_table_info('memories') WHERE name IN
				('id', 'hash', 'content', 'digest', 'tags', 'created_at', 'updated_at', 'access_count')`,
		memories: `
			SELECT rowid, id, content, digest, tags, created_at, updated_at, access_count
			FROM memories ORDER BY created_at, rowid`,
		scan: func(rows *sql.Rows) (foreignRow, error) {
			var r legacyRow
			err := rows.Scan(&r.rowid, &r.id, &r.content, &r.digest, &r.tags, &r.created, &r.updated, &r.count)
			return &r, err
		},
	}
}

// legacyRow is a row as it is; anything may be NULL in a repaired file.
type legacyRow struct {
	rowid                  int64
	id, content, digest    sql.NullString
	tags, created, updated sql.NullString
	count                  sql.NullInt64
}

func (r *legacyRow) name() string {
	return fmt.Sprintf("row %d (id %s)", r.rowid, table.Quoted(r.id.String))
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

// legacyTags reads a JSON list.
func legacyTags(text string) ([]string, error) {
	if text == "" {
		return []string{}, nil
	}
	var tags []string
	if err := json.Unmarshal([]byte(text), &tags); err != nil {
		return nil, fmt.Errorf("the tags %s are not a JSON list of texts", table.Quoted(text))
	}
	return splitTags(tags...), nil
}

// legacyTime reads the forms in which JavaScript and SQLite write a time.
func legacyTime(text string) (agmem.Instant, error) {
	for _, layout := range []string{time.RFC3339, time.DateTime, "2006-01-02T15:04:05", time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return agmem.InstantOf(t), nil
		}
	}
	return 0, fmt.Errorf("%s is not a time", table.Quoted(text))
}
