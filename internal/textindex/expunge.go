package textindex

import (
	"cmp"
	"context"
	"slices"
)

// Expunge writes the segments anew that have void documents, the smallest first, so
// that words which only those had leave the tables. It writes at most maxSegment
// documents, or one segment that has more, and reports whether there is more to do.
func (x Index) Expunge(ctx context.Context, db DB) (more bool, err error) {
	segments, err := x.segments(ctx, db)
	if err != nil {
		return false, err
	}
	slices.SortStableFunc(segments, func(a, b segment) int { return cmp.Compare(a.docs, b.docs) })
	left := int64(maxSegment)
	for _, s := range segments {
		hidden, err := x.hiddenIn(ctx, db, s)
		if err != nil {
			return false, err
		}
		if hidden == 0 {
			continue
		}
		if s.docs > left && left < maxSegment {
			return true, nil
		}
		left -= s.docs
		if err := x.merge(ctx, db, []segment{s}); err != nil {
			return false, err
		}
	}
	return false, nil
}
