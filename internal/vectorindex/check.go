package vectorindex

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
)

// maxFaults is how many faults are named.
const maxFaults = 20

// Check compares the chunks with the vectors, both ways, and the vectors with the
// documents whose numbers a statement of SQL selects. It returns the faults that it
// finds, each in a sentence.
func (x Index) Check(ctx context.Context, db DB, documents string) ([]string, error) {
	dims, err := x.allDims(ctx, db)
	if err != nil {
		return nil, err
	}
	a := &audit{places: make(map[int64]place)}
	err = x.rows(ctx, db, func(rows *sql.Rows) error {
		c := new(chunk)
		err := rows.Scan(&c.id, &c.generation, &c.count, &c.keys, &c.bits)
		a.chunk(c, dims[c.generation])
		return err
	}, selectChunk)
	if err != nil {
		return nil, err
	}
	err = x.rows(ctx, db, func(rows *sql.Rows) error {
		var key int64
		var in sql.NullInt64
		var blob []byte
		err := rows.Scan(&key, &in, &blob)
		a.vector(key, in, blob, dims[key>>keyBits])
		return err
	}, `SELECT key, chunk, vector FROM NAME_vector`)
	if err != nil {
		return nil, err
	}
	for key := range a.places {
		a.fault("a chunk names the vector %d that is not there", key)
	}
	err = x.rows(ctx, db, func(rows *sql.Rows) error {
		var doc int64
		err := rows.Scan(&doc)
		a.fault("there is a vector of %d, which is not there", doc)
		return err
	}, fmt.Sprintf(`SELECT DISTINCT (key & %d) >> %d AS doc FROM NAME_vector WHERE doc NOT IN (%s)`, 1<<keyBits-1, passageBits, documents))
	return a.faults, err
}

// allDims returns how many dimensions the vectors of each generation have.
func (x Index) allDims(ctx context.Context, db DB) (map[int64]int, error) {
	dims := make(map[int64]int)
	err := x.rows(ctx, db, func(rows *sql.Rows) error {
		var id int64
		var n int
		err := rows.Scan(&id, &n)
		dims[id] = n
		return err
	}, `SELECT id, dims FROM NAME_generation`)
	return dims, err
}

// place is where a chunk has a vector.
type place struct {
	chunk *chunk
	at    int
}

type audit struct {
	places map[int64]place // of vectors that were not met yet
	faults []string
}

func (a *audit) fault(format string, args ...any) {
	if len(a.faults) < maxFaults {
		a.faults = append(a.faults, fmt.Sprintf(format, args...))
	}
}

func (a *audit) chunk(c *chunk, dims int) {
	if dims == 0 || !c.sound(dims) || c.count > chunkRows {
		a.fault("the chunk %d of vectors cannot be read", c.id)
		return
	}
	for i := range c.count {
		if _, twice := a.places[c.key(i)]; twice {
			a.fault("the vector %d is in a chunk twice", c.key(i))
		}
		a.places[c.key(i)] = place{c, i}
	}
}

func (a *audit) vector(key int64, in sql.NullInt64, blob []byte, dims int) {
	if dims == 0 || len(blob) != scaleSize+dims {
		a.fault("the vector %d has %d bytes", key, len(blob))
		return
	}
	p, found := a.places[key]
	delete(a.places, key)
	switch {
	case !found && !in.Valid:
	case !found || !in.Valid || p.chunk.id != in.Int64:
		a.fault("the vector %d is not in the chunk %d", key, in.Int64)
	default:
		size := p.chunk.signSize()
		if !bytes.Equal(p.chunk.bits[p.at*size:(p.at+1)*size], appendSigns(nil, blob)) {
			a.fault("the chunk %d has other signs than the vector %d", in.Int64, key)
		}
	}
}
