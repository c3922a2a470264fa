package numbered

import (
	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/extract"
)

// Facts returns what a text asks to be remembered, as drafts that can be stored,
// and why the others cannot: one that is too long, or has expired already.
func (m Memories) Facts(text, enteredBy string) (drafts []Draft, refused []error) {
	now := m.Now()
	for _, f := range extract.Facts(text, now) {
		d := Draft{Content: f.Content, Tags: f.Tags, ExpiresAt: f.ExpiresAt, EnteredBy: enteredBy}
		if err := d.Validate(now); err != nil {
			refused = append(refused, agmem.Errorf(agmem.Invalid, "the fact at line %d is not stored: %w", f.Line, err))
			continue
		}
		drafts = append(drafts, d)
	}
	return drafts, refused
}
