package intake

import (
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// llmemorySchema is LLMemory's. Its three phases differ in what stands beside
// these tables. The expressions hide the declared types of columns, from which
// the driver would guess a time.
func llmemorySchema() schema {
	return schema{
		known: `
			SELECT (SELECT count(*) = 5 AND sum(name = 'id' AND upper(type) = 'INTEGER' AND pk = 1) = 1
					FROM pragma_table_info('memories') WHERE name IN ('id', 'content', 'created_at', 'entered_by', 'expires_at'))
				AND (SELECT count(*) = 2 FROM pragma_table_info('tags') WHERE name IN ('id', 'name'))
				AND (SELECT count(*) = 2 FROM pragma_table_info('memory_tags') WHERE name IN ('memory_id', 'tag_id'))`,
		memories: `
			SELECT id, content, coalesce(created_at, NULL), entered_by, coalesce(expires_at, NULL),
				(SELECT group_concat(t.name, char(10) ORDER BY mt.rowid)
					FROM memory_tags AS mt JOIN tags AS t ON t.id = mt.tag_id WHERE mt.memory_id = m.id)
			FROM memories AS m ORDER BY id`,
		scan: func(rows *sql.Rows) (foreignRow, error) {
			var r llmemoryRow
			err := rows.Scan(&r.id, &r.content, &r.created, &r.author, &r.expires, &r.tags)
			return &r, err
		},
		stray: `
			SELECT 'a tag of memory ' || coalesce(memory_id, 'NULL') || ': '
				|| iif(memory_id IN (SELECT id FROM memories), 'there is no tag ' || coalesce(tag_id, 'NULL'), 'there is no such memory')
			FROM memory_tags
			WHERE memory_id IS NULL OR memory_id NOT IN (SELECT id FROM memories)
				OR tag_id IS NULL OR tag_id NOT IN (SELECT id FROM tags)
			ORDER BY rowid`,
	}
}

// llmemoryRow is a row of LLMemory; anything but the id may be NULL or of another
// type in a repaired file.
type llmemoryRow struct {
	id                    int64
	content, author, tags sql.NullString
	created, expires      any
}

func (r *llmemoryRow) name() string { return fmt.Sprintf("memory %d", r.id) }

func (r *llmemoryRow) memory() (agmem.Memory, error) {
	m := agmem.Memory{
		Number: max(r.id, 0), Content: r.content.String, Hash: agmem.HashContent(r.content.String),
		Tags:   splitTags(r.tags.String),
		Origin: agmem.Origin{Author: strings.TrimSpace(r.author.String)},
	}
	if r.created == nil {
		return m, errors.New("created_at is missing")
	}
	var err error
	if m.CreatedAt, err = unixTime("created_at", r.created); err != nil {
		return m, err
	}
	if m.ExpiresAt, err = unixTime("expires_at", r.expires); err != nil {
		return m, err
	}
	m.UpdatedAt = m.CreatedAt
	m.ID = derivedID(&m).String()
	return m, nil
}

// unixTime reads a number of seconds; NULL is none.
func unixTime(column string, value any) (agmem.Instant, error) {
	const first, last = -62_167_219_200, 253_402_300_799 // the years that RFC 3339 can write
	switch v := value.(type) {
	case nil:
		return 0, nil
	case int64:
		if first <= v && v <= last {
			return agmem.Instant(v * 1000), nil
		}
	case float64:
		if first <= v && v <= last {
			return agmem.Instant(v * 1000), nil
		}
	}
	return 0, fmt.Errorf("%s is %s, not a time in seconds since 1970", column, table.Quoted(fmt.Sprint(value)))
}

// derivedID gives a memory that has none a UUID (version 8) that is the same at
// every import of it: from its content and its time, not from its number, which
// another file can have too.
func derivedID(m *agmem.Memory) table.ID {
	sum := sha256.Sum256(fmt.Appendf(nil, "llmemory %s %d", m.Hash, m.CreatedAt))
	id := table.ID(sum[:16])
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return id
}
