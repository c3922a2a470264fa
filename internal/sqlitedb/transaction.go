package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"runtime/debug"
)

// Read runs do in a transaction that sees one moment of the database. The
// context that do gets is never cancelled.
func (d *DB) Read(ctx context.Context, do func(context.Context, *Tx) error) error {
	if err := ctx.Err(); err != nil {
		return d.Failure(err)
	}
	tx, err := d.sql.BeginTx(quiet(ctx), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return d.Failure(err)
	}
	return d.Failure(run(ctx, tx, do))
}

// Write runs do in a transaction of the only writer. It is committed when
// Write returns nil, and undone otherwise, also where do panics. The context
// that do gets is never cancelled.
func (d *DB) Write(ctx context.Context, do func(context.Context, *Tx) error) error {
	if err := d.CheckWritable(); err != nil {
		return err
	}
	if err := d.takeTurn(ctx); err != nil {
		return d.Failure(err)
	}
	tx, err := d.begin(ctx)
	if err != nil {
		return d.Failure(err)
	}
	defer d.endTurn()
	return d.Failure(run(ctx, tx, do))
}

func (d *DB) takeTurn(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case d.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (d *DB) endTurn() { <-d.turn }

// begin waits for the write lock of the file. SQLite's waiting cannot be
// interrupted, so a caller who gives up leaves it to a goroutine. It ends the
// turn where it returns an error.
func (d *DB) begin(ctx context.Context) (*sql.Tx, error) {
	type begun struct {
		tx  *sql.Tx
		err error
	}
	done := make(chan begun, 1)
	go func() {
		tx, err := d.sql.BeginTx(quiet(ctx), nil)
		done <- begun{tx, err}
	}()
	select {
	case b := <-done:
		if b.err != nil {
			d.endTurn()
		}
		return b.tx, b.err
	case <-ctx.Done():
		go func() {
			if b := <-done; b.err == nil {
				_ = b.tx.Rollback() // nothing was written
			}
			d.endTurn()
		}()
		return nil, ctx.Err()
	}
}

// errAbandoned undoes a transaction whose function did not return.
var errAbandoned = errors.New("abandoned")

// errUnmapped is that a page of a mapped file is not there any more.
var errUnmapped = errors.New("a part of the file is gone")

// run calls do and ends the transaction. Where do panics, the transaction is
// undone before the panic goes on: an open one would keep others from writing
// until the process ends. Where the file became shorter since it was mapped, or its
// disk fails, the system would stop the process; here it is an error, and the
// connection, which may hold any lock, is not used any more.
func run(ctx context.Context, tx *sql.Tx, do func(context.Context, *Tx) error) (err error) {
	t := &Tx{Tx: tx, stmts: make(map[string]*sql.Stmt)}
	returned := false
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if returned {
			return
		}
		problem := recover()
		if _, fault := problem.(interface{ Addr() uintptr }); fault {
			err = errUnmapped
			return
		}
		_ = t.end(errAbandoned) // the panic says what went wrong
		if problem != nil {     // else the goroutine is ending
			panic(problem)
		}
	}()
	err = do(quiet(ctx), t)
	returned = true
	return t.end(err)
}
