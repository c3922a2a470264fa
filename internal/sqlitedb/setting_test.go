package sqlitedb

import (
	"context"
	"errors"
	"testing"
)

// A setting that was made for one transaction is gone after it, however it
// ended: the connection is used again.
func TestSettingsAreRestored(t *testing.T) {
	d := opened(t, filled(t), notes())
	d.sql.SetMaxOpenConns(1)
	boom := errors.New("boom")
	for pragma, during := range map[string]string{"secure_delete": "1", "cache_size": "-4000"} {
		before := scalar[string](t, d, `PRAGMA `+pragma)
		for name, end := range map[string]func() error{
			"commit":  func() error { return nil },
			"failure": func() error { return boom },
			"panic":   func() error { panic("on purpose") },
		} {
			_ = panicOf(func() {
				_ = d.Write(t.Context(), func(ctx context.Context, tx *Tx) error {
					for range 2 { // the value before the first comes back
						if err := tx.Set(ctx, pragma, during); err != nil {
							t.Error(err)
						}
					}
					var now string
					if err := tx.QueryRowContext(ctx, `PRAGMA `+pragma).Scan(&now); err != nil || now != during || now == before {
						t.Errorf("%s is %s in the transaction, was %s: %v", pragma, now, before, err)
					}
					return end()
				})
			})
			if after := scalar[string](t, d, `PRAGMA `+pragma); after != before {
				t.Errorf("%s: %s was %s before and is %s after", name, pragma, before, after)
			}
		}
	}
}
