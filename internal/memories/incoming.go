package memories

import (
	"cmp"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// validateEntry reports what makes a memory one that cannot be stored.
func validateEntry(m *agmem.Memory) error {
	err := agmem.Draft{Content: m.Content, Digest: m.Digest, Tags: m.Tags}.Validate()
	switch {
	case agmem.KindOf(err) == agmem.Usage && err != nil:
		return agmem.Errorf(agmem.Invalid, "%w", err)
	case err != nil:
		return err
	case m.AccessCount < 0:
		return agmem.Errorf(agmem.Invalid, "the access count %d is below 0", m.AccessCount)
	case m.ID == "":
		return nil
	}
	if _, err := parseID(m.ID); err != nil {
		return agmem.Errorf(agmem.Invalid, "the id %s is no UUID", quoted(m.ID))
	}
	return nil
}

// incoming is a memory of an import, ready to be written.
type incoming struct {
	record
	terms recall.Terms
}

// incomingOf fills in what a valid memory lacks.
func incomingOf(m *agmem.Memory, now agmem.Instant, origin agmem.Origin) incoming {
	in := incoming{record: record{
		tags:    agmem.CleanTags(m.Tags),
		created: cmp.Or(m.CreatedAt, now),
		count:   m.AccessCount,
		expires: m.ExpiresAt,
		origin:  cmp.Or(m.Origin, origin),
	}}
	in.updated = cmp.Or(m.UpdatedAt, in.created)
	in.setContent(m.Content)
	in.setDigest(m.Digest)
	if id, err := parseID(m.ID); err == nil {
		in.id = id
	} else {
		in.id = newID()
	}
	return in
}
