package sqlitedb

import (
	"context"
	"errors"
)

// setting is a setting of a connection, with the value that it had before the
// transaction.
type setting struct{ pragma, before string }

// Set gives a setting of the connection, a PRAGMA, another value until the
// transaction ends. The connection is used again by others: so the value that
// it had comes back however the transaction ends.
func (t *Tx) Set(ctx context.Context, pragma, value string) error {
	var before string
	if err := t.QueryRowContext(ctx, `PRAGMA `+pragma).Scan(&before); err != nil {
		return err
	}
	if pragma == "secure_delete" && before == "2" {
		before = "FAST" // SQLite shows it as a number but reads every number as ON
	}
	t.settings = append(t.settings, setting{pragma, before})
	_, err := t.ExecContext(ctx, `PRAGMA `+pragma+` = `+value)
	return err
}

// restore gives the settings their values back, the last one that was made
// first.
func (t *Tx) restore() error {
	var err error
	for i := len(t.settings) - 1; i >= 0; i-- {
		s := t.settings[i]
		_, failed := t.ExecContext(context.Background(), `PRAGMA `+s.pragma+` = `+s.before)
		err = errors.Join(err, failed)
	}
	t.settings = nil
	return err
}
