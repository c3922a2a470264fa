package ledger

import (
	"context"

	"github.com/agmem/agmem/internal/secrets"
)

// guard looks for secrets in what is about to be written: its texts by the names of
// their fields, and its metadata.
func (l *Ledger) guard(ctx context.Context, metadata *Metadata, texts ...secrets.Field) error {
	if err := l.opts.Guard.Check(ctx, texts...); err != nil || *metadata == nil {
		return err
	}
	kept, err := l.opts.Guard.JSON(ctx, "metadata", *metadata, "")
	if err == nil {
		*metadata = kept
	}
	return err
}

// guardList is guard for a list of texts.
func (l *Ledger) guardList(ctx context.Context, field string, list []string) ([]string, error) {
	kept := append([]string(nil), list...)
	for i := range kept {
		if err := l.opts.Guard.Check(ctx, secrets.Field{Name: field, Text: &kept[i]}); err != nil {
			return nil, err
		}
	}
	return kept, nil
}
