package vectorindex

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/agmem/agmem"
)

// Generation is a set of vectors that one model made, and that can be compared.
type Generation struct {
	ID    int64
	Model string // its fingerprint
	Dims  int
	// Unlike is what the model says of texts that have nothing in common.
	Unlike Background
}

// Background is the mean of some cosines and their standard deviation.
type Background struct{ Mean, Deviation float64 }

// state is what a generation is there for.
type state int

const (
	building state = iota
	current
	retired
)

const selectGeneration = `SELECT id, model, dims, mean, deviation FROM NAME_generation `

// Current returns the generation that answers, and whether there is one.
func (x Index) Current(ctx context.Context, db DB) (Generation, bool, error) {
	return x.generation(ctx, db, `WHERE state = ?`, current)
}

// Building returns the generation that is in the making, and whether there is one.
func (x Index) Building(ctx context.Context, db DB) (Generation, bool, error) {
	return x.generation(ctx, db, `WHERE state = ?`, building)
}

// Of returns the generations that take the vectors of a model: the one that answers
// and the one in the making, as far as they are of that model.
func (x Index) Of(ctx context.Context, db DB, model string) ([]Generation, error) {
	var all []Generation
	for _, as := range []state{current, building} {
		g, found, err := x.generation(ctx, db, `WHERE model = ? AND state = ?`, model, as)
		if err != nil {
			return nil, err
		}
		if found {
			all = append(all, g)
		}
	}
	return all, nil
}

func (x Index) generation(ctx context.Context, db DB, condition string, args ...any) (Generation, bool, error) {
	var g Generation
	err := db.QueryRowContext(ctx, x.sql(selectGeneration+condition), args...).
		Scan(&g.ID, &g.Model, &g.Dims, &g.Unlike.Mean, &g.Unlike.Deviation)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Generation{}, false, nil
	case err != nil:
		return Generation{}, false, err
	case g.Dims < 1 || g.Dims > maxDims || g.ID < 1:
		return Generation{}, false, damaged()
	}
	return g, true, nil
}

// Begin makes an empty generation with the model, the dimensions and the
// background of g. It answers at once where nothing else does, and is in the
// making otherwise, until [Index.Swap]; another one in the making is given up.
func (x Index) Begin(ctx context.Context, db DB, g Generation) (Generation, error) {
	if g.Dims < 1 || g.Dims > maxDims {
		return g, agmem.Errorf(agmem.Invalid, "the model %q gives vectors of %d dimensions, 1 to %d can be kept", g.Model, g.Dims, maxDims)
	}
	_, answers, err := x.Current(ctx, db)
	if err != nil {
		return g, err
	}
	as := current
	if answers {
		as = building
		if err := x.exec(ctx, db, `UPDATE NAME_generation SET state = ? WHERE state = ?`, retired, building); err != nil {
			return g, err
		}
	}
	res, err := db.ExecContext(ctx, x.sql(`INSERT INTO NAME_generation (model, dims, state, mean, deviation) VALUES (?, ?, ?, ?, ?)`),
		g.Model, g.Dims, as, g.Unlike.Mean, g.Unlike.Deviation)
	if err != nil {
		return g, err
	}
	g.ID, err = res.LastInsertId()
	return g, err
}

// Swap lets the generation that is in the making answer from now on. The other
// one waits for [Index.Sweep].
func (x Index) Swap(ctx context.Context, db DB) error {
	_, ready, err := x.Building(ctx, db)
	if err != nil || !ready {
		return err
	}
	err = x.exec(ctx, db, `UPDATE NAME_generation SET state = ? WHERE state = ?`, retired, current)
	if err != nil {
		return err
	}
	return x.exec(ctx, db, `UPDATE NAME_generation SET state = ? WHERE state = ?`, current, building)
}

// Sweep removes some of what no generation needs any more, and says whether there
// is more of it.
func (x Index) Sweep(ctx context.Context, db DB, atMost int) (more bool, err error) {
	old, found, err := x.generation(ctx, db, `WHERE state = ? LIMIT 1`, retired)
	if err != nil || !found {
		return false, err
	}
	if err := x.exec(ctx, db, `DELETE FROM NAME_chunk WHERE generation = ?`, old.ID); err != nil {
		return false, err
	}
	low, high := generationSpan(old.ID)
	res, err := db.ExecContext(ctx, x.sql(`DELETE FROM NAME_vector WHERE key IN (
		SELECT key FROM NAME_vector WHERE key BETWEEN ? AND ? LIMIT ?)`), low, high, atMost)
	if err != nil {
		return false, err
	}
	if n, err := res.RowsAffected(); err != nil || n == int64(atMost) {
		return true, err
	}
	return true, x.exec(ctx, db, `DELETE FROM NAME_generation WHERE id = ?`, old.ID)
}

// generations returns the numbers of all generations.
func (x Index) generations(ctx context.Context, db DB) ([]int64, error) {
	var ids []int64
	err := x.rows(ctx, db, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	}, `SELECT id FROM NAME_generation`)
	return ids, err
}

// Count returns how many documents have vectors in a generation.
func (x Index) Count(ctx context.Context, db DB, g Generation) (int64, error) {
	var documents int64
	low, high := generationSpan(g.ID)
	err := db.QueryRowContext(ctx, x.sql(`SELECT count(*) FROM NAME_vector WHERE chunk IS NULL AND key BETWEEN ? AND ? AND key & ? = 0`),
		low, high, MaxPassages-1).Scan(&documents)
	if err != nil {
		return 0, err
	}
	err = x.rows(ctx, db, func(rows *sql.Rows) error {
		c := chunk{generation: g.ID}
		if err := rows.Scan((*sql.RawBytes)(&c.keys)); err != nil {
			return err
		}
		for i := range len(c.keys) / keySize {
			if isFirst(c.key(i)) {
				documents++
			}
		}
		return nil
	}, `SELECT keys FROM NAME_chunk WHERE +generation = ?`, g.ID)
	return documents, err
}

// Has is a condition of SQL that is true where a generation has a vector of a
// document, whose number is an expression of SQL.
func (x Index) Has(g Generation, number string) string {
	return x.sql(`EXISTS (SELECT 1 FROM NAME_vector AS v WHERE v.key BETWEEN `) +
		keyOf(g, number, 0) + ` AND ` + keyOf(g, number, MaxPassages-1) + `)`
}

func keyOf(g Generation, number string, passage int) string {
	return fmt.Sprintf(`((%s << %d) + %d)`, number, passageBits, key(g.ID, 0, passage))
}
