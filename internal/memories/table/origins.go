package table

import (
	"context"

	"github.com/agmem/agmem"
)

// sessionRow returns the row of a session and makes it where needed; nil for
// no session.
func sessionRow(ctx context.Context, t *Txn, name string) (*int64, error) {
	if name == "" {
		return nil, nil
	}
	if id := t.sessions[name]; id != nil {
		return id, nil
	}
	id, err := RowOf(ctx, t, []any{name},
		`SELECT id FROM sessions WHERE name = ?`,
		`INSERT INTO sessions (name) VALUES (?)`)
	if err != nil {
		return nil, err
	}
	t.sessions[name] = &id
	return &id, nil
}

// placeRow returns the row of a place in a file and makes it where needed; nil
// for no file.
func placeRow(ctx context.Context, t *Txn, o agmem.Origin) (*int64, error) {
	if o.File == "" {
		return nil, nil
	}
	at := agmem.Origin{File: o.File, Heading: o.Heading}
	if id := t.origins[at]; id != nil {
		return id, nil
	}
	id, err := RowOf(ctx, t, []any{o.File, o.Heading},
		`SELECT id FROM places WHERE file = ? AND heading = ?`,
		`INSERT INTO places (file, heading) VALUES (?, ?)`)
	if err != nil {
		return nil, err
	}
	t.origins[at] = &id
	return &id, nil
}

// originRow returns the row of an origin, its session and its place apart, and
// makes it where needed; nil where nothing is known.
func originRow(ctx context.Context, t *Txn, o agmem.Origin) (*int64, error) {
	o.Session, o.File, o.Heading = "", "", ""
	if o == (agmem.Origin{}) {
		return nil, nil
	}
	if id := t.origins[o]; id != nil {
		return id, nil
	}
	id, err := RowOf(ctx, t, []any{o.Author, o.Repository, o.Branch, o.Commit, o.Host},
		`SELECT id FROM origins WHERE author = ? AND repository = ? AND branch = ? AND "commit" = ? AND host = ?`,
		`INSERT INTO origins (author, repository, branch, "commit", host) VALUES (?, ?, ?, ?, ?)`)
	if err != nil {
		return nil, err
	}
	t.origins[o] = &id
	return &id, nil
}

// RowOf returns the row that a query finds, or else makes it.
func RowOf(ctx context.Context, t *Txn, args []any, find, create string) (int64, error) {
	var id int64
	found, err := t.Row(ctx, find, args, &id)
	if err != nil || found {
		return id, err
	}
	return t.Insert(ctx, create, args...)
}
