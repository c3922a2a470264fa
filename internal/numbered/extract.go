package numbered

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/extract"
	"github.com/agmem/agmem/internal/secrets"
)

// Facts returns what a text asks to be remembered, as drafts that can be stored,
// and why the others cannot: one that is too long, has expired already, or has what
// looks like a secret.
func (m Memories) Facts(ctx context.Context, text, enteredBy string) (drafts []Draft, refused []error) {
	now := m.Now()
	for _, f := range extract.Facts(text, now) {
		d := Draft{Content: f.Content, Tags: f.Tags, ExpiresAt: f.ExpiresAt, EnteredBy: enteredBy}
		err := d.Validate(now)
		if err == nil {
			err = m.Guard.Check(ctx, secrets.Field{Name: "fact", Text: &d.Content})
		}
		if err != nil {
			why := agmem.Errorf(agmem.Invalid, "the fact at line %d is not stored: %w", f.Line, err)
			if agmem.CodeOf(err) == secrets.Code {
				why = why.WithStep(agmem.ActionAllowSecret, "")
			}
			refused = append(refused, why)
			continue
		}
		drafts = append(drafts, d)
	}
	return drafts, refused
}
