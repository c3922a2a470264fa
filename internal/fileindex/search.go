package fileindex

import (
	"context"

	"github.com/agmem/agmem"
)

// Search returns the documents that answer a query best, best first. What a
// document says of a bank or a card is in [Entry].
func (x *Index) Search(ctx context.Context, query agmem.Query) ([]Found, error) {
	if err := query.Validate(); err != nil {
		return nil, err
	}
	var found []Found
	err := x.View(ctx, func(ctx context.Context, v *View) (err error) {
		found, err = v.Search(ctx, query)
		return err
	})
	return found, err
}
