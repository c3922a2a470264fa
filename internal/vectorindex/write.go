package vectorindex

import (
	"context"
	"database/sql"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/sqlitedb"
)

// Document is the vectors of a document, one for each of its passages.
type Document struct {
	Number  int64
	Vectors [][]float32
}

// Put gives documents their vectors in a generation; those that they had there are
// gone. Vectors beyond [MaxPassages] are left out. A vector of another size than
// the generation's, or with values that are not numbers, is Invalid.
func (x Index) Put(ctx context.Context, db DB, g Generation, documents ...Document) (err error) {
	insert, err := db.PrepareContext(ctx, x.sql(`INSERT INTO NAME_vector (key, vector) VALUES (?, ?)`))
	if err != nil {
		return err
	}
	defer func() { err = firstError(err, insert.Close()) }()
	has, err := x.having(ctx, db, g, documents)
	if err != nil {
		return err
	}
	for _, d := range documents {
		if has[d.Number] {
			if err := x.removeFrom(ctx, db, g.ID, d.Number); err != nil {
				return err
			}
		}
		has[d.Number] = true
		for passage, values := range d.Vectors[:min(len(d.Vectors), MaxPassages)] {
			blob, ok := encode(values)
			if !ok || len(values) != g.Dims {
				return agmem.Errorf(agmem.Invalid, "a vector with %d values cannot be kept beside those of %s, which have %d", len(values), g.Model, g.Dims)
			}
			if _, err := insert.ExecContext(ctx, key(g.ID, d.Number, passage), blob); err != nil {
				return err
			}
		}
	}
	return x.flush(ctx, db, g)
}

// having returns which of some documents have vectors in a generation.
func (x Index) having(ctx context.Context, db DB, g Generation, documents []Document) (map[int64]bool, error) {
	numbers := make([]int64, len(documents))
	for i, d := range documents {
		if d.Number < 0 || d.Number > maxNumber {
			return nil, agmem.Errorf(agmem.TooLarge, "document %d cannot have a vector, the highest number is %d", d.Number, int64(maxNumber))
		}
		numbers[i] = d.Number
	}
	has := make(map[int64]bool, len(documents))
	err := x.rows(ctx, db, func(rows *sql.Rows) error {
		var number int64
		err := rows.Scan(&number)
		has[number] = true
		return err
	}, `SELECT value FROM json_each(?) WHERE `+x.Has(g, "value"), `[`+sqlitedb.List(numbers)+`]`)
	return has, err
}

// Remove takes a document out of every generation; one that is not there is not an
// error.
func (x Index) Remove(ctx context.Context, db DB, doc int64) error {
	generations, err := x.generations(ctx, db)
	if err != nil {
		return err
	}
	for _, g := range generations {
		if err := x.removeFrom(ctx, db, g, doc); err != nil {
			return err
		}
	}
	return nil
}

// Clear removes all vectors and forgets the models.
func (x Index) Clear(ctx context.Context, db DB) error {
	return x.exec(ctx, db, `DELETE FROM NAME_chunk; DELETE FROM NAME_vector; DELETE FROM NAME_generation`)
}

func (x Index) removeFrom(ctx context.Context, db DB, generation, doc int64) error {
	low, high := span(generation, doc)
	inChunk := make(map[int64][]int64) // the keys of the document, by their chunk
	found := false
	err := x.rows(ctx, db, func(rows *sql.Rows) error {
		var key int64
		var chunk sql.NullInt64
		err := rows.Scan(&key, &chunk)
		if found = true; chunk.Valid {
			inChunk[chunk.Int64] = append(inChunk[chunk.Int64], key)
		}
		return err
	}, `SELECT key, chunk FROM NAME_vector WHERE key BETWEEN ? AND ?`, low, high)
	if err != nil || !found {
		return err
	}
	for id, keys := range inChunk {
		if err := x.cut(ctx, db, id, keys); err != nil {
			return err
		}
	}
	return x.exec(ctx, db, `DELETE FROM NAME_vector WHERE key BETWEEN ? AND ?`, low, high)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
