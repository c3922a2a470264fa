package ledger

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/agmem/agmem/internal/secrets"
)

// NewVerification is the result of a check that is about to be written.
type NewVerification struct {
	TargetID, Message string
	Status            Verdict
	Metadata          Metadata
}

// Validate reports a result that cannot be written.
func (n NewVerification) Validate() error {
	if err := required("targetId", n.TargetID); err != nil {
		return err
	}
	if err := n.Status.Validate(); err != nil {
		return err
	}
	return required("message", n.Message)
}

// Verify records the result of checking an item, which need not be there.
func (l *Ledger) Verify(ctx context.Context, n NewVerification) (Verification, error) {
	if err := n.Validate(); err != nil {
		return Verification{}, err
	}
	if err := l.guard(ctx, &n.Metadata, secrets.Field{Name: "message", Text: &n.Message}); err != nil {
		return Verification{}, err
	}
	v := Verification{ID: newID("verification"), TargetID: n.TargetID, Status: n.Status, Message: n.Message, Metadata: n.Metadata}
	err := l.write(ctx, func(ctx context.Context, t *txn) error {
		v.CheckedAt = t.now
		return t.Do(ctx, `INSERT INTO ledger_verifications (id, target, status, checked, message, metadata) VALUES (?, ?, ?, ?, ?, ?)`,
			v.ID, v.TargetID, v.Status, int64(v.CheckedAt), v.Message, v.Metadata.column())
	})
	return v, err
}

// doubts returns the last verification of each item that has one, unless it was
// passed; the latest first.
func doubts(ctx context.Context, t *txn, ids []string) ([]Verification, error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	doubts := []Verification{}
	err = t.Rows(ctx, `
		SELECT c.id, c.target, c.status, c.checked, c.message, c.metadata FROM ledger_verifications AS c
		WHERE c.target IN (SELECT value FROM json_each(?)) AND c.status <> ? AND NOT EXISTS (
			SELECT 1 FROM ledger_verifications AS d WHERE d.target = c.target AND (d.checked, d.number) > (c.checked, c.number))
		ORDER BY c.checked DESC, c.id`, []any{string(list), Passed}, func(rows *sql.Rows) error {
		var v Verification
		var metadata string
		err := rows.Scan(&v.ID, &v.TargetID, &v.Status, &v.CheckedAt, &v.Message, &metadata)
		v.Metadata = Metadata(metadata)
		doubts = append(doubts, v)
		return err
	})
	return doubts, err
}
