package numbered

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/extract"
	"github.com/agmem/agmem/internal/secrets"
)

// Facts returns what a text asks to be remembered, as drafts that can be stored,
// and why the others cannot: one that is too long, has expired already, or has what
// looks like a secret. Doubts are of drafts that may not be what was meant: the day
// at which one expires does not exist.
func (m Memories) Facts(ctx context.Context, text, enteredBy string) (drafts []Draft, refused, doubts []error) {
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
		if f.NoDay != "" {
			doubts = append(doubts, agmem.Errorf(agmem.Invalid,
				"the fact at line %d is stored without an expiry: %q is not a day of the calendar", f.Line, f.NoDay).
				WithHint("store it again with the day that was meant"))
		}
		drafts = append(drafts, d)
	}
	return drafts, refused, doubts
}
