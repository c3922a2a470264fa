// Command fts5 measures SQLite's full-text index beside agmem's own on the
// same terms, each in a database that holds nothing else.
//
//	fts5 build ENGINE DATABASE MEMORIES FACTS SET
//	fts5 search ENGINE DATABASE QUESTION
//
// ENGINE is fts5 or own. The terms are those of agmem's analyzer in both, and
// so are those of the question. A search prints how many candidates it found,
// 150 at most, the best first.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"

	_ "modernc.org/sqlite" // the driver of both

	"github.com/agmem/agmem/internal/recall"
)

// candidates is how many documents a search asks the index for.
const candidates = 150

// engine is an index of terms.
type engine interface {
	// create makes its tables.
	create(ctx context.Context, db *sql.DB) error
	// put adds documents in one transaction, numbers ascending.
	put(ctx context.Context, tx *sql.Tx, docs []document) error
	// tidy brings the index into the form in which searches are fastest.
	tidy(ctx context.Context, db *sql.DB) error
	// search returns how many candidates a question has.
	search(ctx context.Context, tx *sql.Tx, plan *recall.Plan) (int, error)
}

// document is the terms of one memory.
type document struct {
	number int64
	terms  recall.Terms
}

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "fts5:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	usage := errors.New("usage: fts5 build ENGINE DATABASE MEMORIES FACTS SET | fts5 search ENGINE DATABASE QUESTION")
	if len(args) < 4 {
		return usage
	}
	var e engine
	switch args[1] {
	case "fts5":
		e = fts5{}
	case "own":
		e = newOwn()
	default:
		return usage
	}
	db, err := open(args[2])
	if err != nil {
		return err
	}
	defer db.Close()
	switch {
	case args[0] == "build" && len(args) == 6:
		b := builder{engine: e, name: args[1], db: db, path: args[2]}
		return b.build(ctx, args[3], args[4], args[5])
	case args[0] == "search" && len(args) == 4:
		return search(ctx, e, db, args[3])
	}
	return usage
}

// open opens a database with the settings of agmem's.
func open(path string) (*sql.DB, error) {
	q := url.Values{"_pragma": {"journal_mode(WAL)", "synchronous(FULL)", "busy_timeout(10000)", "cache_size(-16000)"}}
	file := url.URL{Scheme: "file", Opaque: path, RawQuery: q.Encode()}
	return sql.Open("sqlite", file.String())
}

func search(ctx context.Context, e engine, db *sql.DB, question string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	n, err := e.search(ctx, tx, recall.NewPlan(recall.Parse(question), question))
	if err != nil {
		return err
	}
	fmt.Println(n)
	return nil
}
