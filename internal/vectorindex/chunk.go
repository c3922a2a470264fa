package vectorindex

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"slices"
)

// keySize is the bytes of a key in a chunk, which is without its generation.
const keySize = keyBits / 8

// chunk is a row of NAME_chunk.
type chunk struct {
	id         int64 // 0: not written yet
	generation int64
	count      int
	keys       []byte
	bits       []byte
}

// signSize is how many bytes a vector has in the chunk.
func (c *chunk) signSize() int { return len(c.bits) / c.count }

// sound reports a chunk that this package may have written.
func (c *chunk) sound(dims int) bool {
	return c.count > 0 && len(c.keys) == c.count*keySize && len(c.bits) == c.count*8*wordsOf(dims)
}

// key returns the key of a vector in the chunk.
func (c *chunk) key(i int) int64 {
	return c.generation<<keyBits | int64(binary.LittleEndian.Uint32(c.keys[i*keySize:]))
}

func (c *chunk) add(key int64, blob []byte) {
	c.keys = binary.LittleEndian.AppendUint32(c.keys, uint32(key))
	c.bits = appendSigns(c.bits, blob)
	c.count++
}

// drop takes out what has one of some keys.
func (c *chunk) drop(keys []int64) {
	size := c.signSize()
	for i := 0; i < c.count; {
		if !slices.Contains(keys, c.key(i)) {
			i++
			continue
		}
		last := c.count - 1
		copy(c.keys[i*keySize:], c.keys[last*keySize:])
		copy(c.bits[i*size:], c.bits[last*size:])
		c.keys, c.bits, c.count = c.keys[:last*keySize], c.bits[:last*size], last
	}
}

const selectChunk = `SELECT id, generation, count, keys, bits FROM NAME_chunk `

func (x Index) chunk(ctx context.Context, db DB, condition string, args ...any) (*chunk, error) {
	var c chunk
	err := db.QueryRowContext(ctx, x.sql(selectChunk+condition), args...).Scan(&c.id, &c.generation, &c.count, &c.keys, &c.bits)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err == nil && (c.count < 1 || len(c.keys) != c.count*keySize || len(c.bits)%c.count != 0):
		return nil, damaged()
	}
	return &c, err
}

func (x Index) writeChunk(ctx context.Context, db DB, c *chunk) error {
	if c.id != 0 {
		return x.exec(ctx, db, `UPDATE NAME_chunk SET count = ?, keys = ?, bits = ? WHERE id = ?`, c.count, c.keys, c.bits, c.id)
	}
	res, err := db.ExecContext(ctx, x.sql(`INSERT INTO NAME_chunk (generation, count, keys, bits) VALUES (?, ?, ?, ?)`),
		c.generation, c.count, c.keys, c.bits)
	if err != nil {
		return err
	}
	c.id, err = res.LastInsertId()
	return err
}

// cut takes vectors out of a chunk. If few are left, they are pending again.
func (x Index) cut(ctx context.Context, db DB, id int64, keys []int64) error {
	c, err := x.chunk(ctx, db, `WHERE id = ?`, id)
	if err != nil {
		return err
	}
	if c == nil {
		return damaged()
	}
	if c.drop(keys); c.count >= fewRows {
		return x.writeChunk(ctx, db, c)
	}
	for i := range c.count {
		if err := x.exec(ctx, db, `UPDATE NAME_vector SET chunk = NULL WHERE key = ?`, c.key(i)); err != nil {
			return err
		}
	}
	return x.exec(ctx, db, `DELETE FROM NAME_chunk WHERE id = ?`, id)
}

// waiting is a vector that is pending.
type waiting struct {
	key  int64
	blob []byte
}

// flush moves the bits of pending vectors into chunks, once enough of them wait.
func (x Index) flush(ctx context.Context, db DB, g Generation) error {
	var waiting int
	low, high := generationSpan(g.ID)
	err := db.QueryRowContext(ctx, x.sql(`SELECT count(*) FROM NAME_vector WHERE chunk IS NULL AND key BETWEEN ? AND ?`),
		low, high).Scan(&waiting)
	if err != nil || waiting < maxPending {
		return err
	}
	pending, err := x.pending(ctx, db, g)
	if err != nil {
		return err
	}
	c, err := x.chunk(ctx, db, `WHERE generation = ? AND count < ? ORDER BY count DESC LIMIT 1`, g.ID, chunkRows)
	if err != nil {
		return err
	}
	for len(pending) > 0 {
		if c == nil {
			c = &chunk{generation: g.ID}
		}
		n := min(len(pending), chunkRows-c.count)
		if err := x.fill(ctx, db, c, pending[:n]); err != nil {
			return err
		}
		c, pending = nil, pending[n:]
	}
	return nil
}

// fill adds vectors to a chunk.
func (x Index) fill(ctx context.Context, db DB, c *chunk, more []waiting) (err error) {
	for _, w := range more {
		c.add(w.key, w.blob)
	}
	if err := x.writeChunk(ctx, db, c); err != nil {
		return err
	}
	settle, err := db.PrepareContext(ctx, x.sql(`UPDATE NAME_vector SET chunk = ? WHERE key = ?`))
	if err != nil {
		return err
	}
	defer func() { err = firstError(err, settle.Close()) }()
	for _, w := range more {
		if _, err := settle.ExecContext(ctx, c.id, w.key); err != nil {
			return err
		}
	}
	return nil
}

// pending returns the vectors of a generation that are in no chunk.
func (x Index) pending(ctx context.Context, db DB, g Generation) ([]waiting, error) {
	low, high := generationSpan(g.ID)
	var all []waiting
	err := x.rows(ctx, db, func(rows *sql.Rows) error {
		var w waiting
		if err := rows.Scan(&w.key, &w.blob); err != nil {
			return err
		}
		if len(w.blob) != scaleSize+g.Dims {
			return damaged()
		}
		all = append(all, w)
		return nil
	}, `SELECT key, vector FROM NAME_vector WHERE chunk IS NULL AND key BETWEEN ? AND ?`, low, high)
	return all, err
}
