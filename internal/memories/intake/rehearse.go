package intake

import (
	"context"
	"database/sql"
	"errors"
	"iter"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories/table"
)

// rehearsal is the store as an import would leave it, without a byte written
// to the file: what it would change is kept above what is there, in a temporary
// table, which SQLite keeps in its own private file.
type rehearsal struct {
	t      *table.Txn
	number int64 // counts down; what is not in the store has a number below 0
}

// rehearse reports what an import would do, all from one moment.
func rehearse(ctx context.Context, db *table.DB, memories iter.Seq2[agmem.Memory, error], opts agmem.ImportOptions) (agmem.ImportReport, error) {
	var report agmem.ImportReport
	err := db.Read(ctx, func(inner context.Context, t *table.Txn) (err error) {
		over, err := newRehearsal(inner, t)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, over.close(inner)) }()
		for m, err := range checked(inner, memories) {
			if err != nil {
				return err
			}
			in := incomingOf(&m, t.Now, opts.Origin)
			if err := over.play(inner, &in, opts.Revive, &report); err != nil {
				return err
			}
		}
		return nil
	})
	return report, failureOfImport(db, err)
}

func newRehearsal(ctx context.Context, t *table.Txn) (*rehearsal, error) {
	_, err := t.ExecContext(ctx, `
		CREATE TEMP TABLE rehearsed (
			number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, hash BLOB NOT NULL UNIQUE,
			digest TEXT, tags TEXT, updated_at INTEGER NOT NULL, expires_at INTEGER NOT NULL)`)
	return &rehearsal{t: t}, err
}

func (o *rehearsal) close(ctx context.Context) error {
	err := o.t.CloseStatements()
	_, dropping := o.t.ExecContext(ctx, `DROP TABLE temp.rehearsed`)
	return errors.Join(err, dropping)
}

// play counts what would become of a memory, and remembers it.
func (o *rehearsal) play(ctx context.Context, in *incoming, revive bool, report *agmem.ImportReport) error {
	at, err := locate(ctx, o.t, in)
	if err != nil {
		return err
	}
	if err := o.locate(ctx, in, &at); err != nil {
		return err
	}
	f, _, after := decide(in, at, revive)
	count(report, f, at.grave)
	switch f {
	case added, revived:
		o.number--
		r := in.Record
		r.Number = o.number
		return o.put(ctx, &r)
	case updated:
		return o.put(ctx, after)
	}
	return nil
}

// locate lays what would have changed over what the store says.
func (o *rehearsal) locate(ctx context.Context, in *incoming, at *located) error {
	var numbers [2]int64 // of the store's, which may have changed
	for i, r := range []*table.Record{at.byID, at.byContent} {
		if r != nil {
			numbers[i] = r.Number
		}
	}
	return o.t.Rows(ctx, `
		SELECT number, id, hash, digest, tags, updated_at, expires_at FROM temp.rehearsed
		WHERE number IN (?, ?) OR id = ? OR hash = ?`, []any{numbers[0], numbers[1], in.ID[:], in.Hash[:]},
		func(rows *sql.Rows) error {
			r, err := scanRehearsed(rows)
			if err != nil {
				return err
			}
			if at.byContent != nil && at.byContent.Number == r.Number {
				at.byContent = nil // the content may be free by now
			}
			if r.Hash == in.Hash {
				at.byContent = r
			}
			if r.ID == in.ID {
				at.byID = r
			}
			return nil
		})
}

// put keeps of a record what decide looks at.
func (o *rehearsal) put(ctx context.Context, r *table.Record) error {
	err := o.t.Do(ctx, `
		INSERT OR REPLACE INTO temp.rehearsed (number, id, hash, digest, tags, updated_at, expires_at)
		VALUES (?, ?, ?, ?, ?, ?, ?)`,
		r.Number, r.ID[:], r.Hash[:], table.NullText(r.Digest), table.NullText(table.JoinTags(r.Tags)), int64(r.Updated), int64(r.Expires))
	return err
}

func scanRehearsed(rows *sql.Rows) (*table.Record, error) {
	var r table.Record
	var digest, tags sql.NullString
	err := rows.Scan(&r.Number, table.ScanBytes(r.ID[:]), table.ScanBytes(r.Hash[:]), &digest, &tags, &r.Updated, &r.Expires)
	r.Digest, r.Tags = digest.String, table.SplitTags(tags.String)
	return &r, err
}
