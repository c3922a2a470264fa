package portable

import (
	"crypto/sha256"
	"hash/maphash"
	"math"

	"github.com/agmem/agmem"
)

// ids finds the ids that several memories of an input have. It keeps 8 bytes of
// each, for an input may be large, and so it may take two for one: what it
// finds is looked at again.
type ids struct {
	seed     maphash.Seed
	seen     map[uint64]struct{}
	repeated map[uint64]struct{}
}

func newIDs() *ids {
	return &ids{seed: maphash.MakeSeed(), seen: map[uint64]struct{}{}, repeated: map[uint64]struct{}{}}
}

func (s *ids) sum(id string) uint64 { return maphash.String(s.seed, id) }

func (s *ids) add(id string) {
	if id == "" {
		return
	}
	sum := s.sum(id)
	if _, again := s.seen[sum]; again {
		s.repeated[sum] = struct{}{}
	}
	s.seen[sum] = struct{}{}
}

// version is the newest text that an input has for an id.
type version struct {
	updated agmem.Instant
	content [sha256.Size]byte
	place   place
}

// checkRepeats reads an input again where ids repeat. Of several texts for one
// id the newest is stored, so two of one age are an error: one of them would be
// lost.
func (s *ids) checkRepeats(again func(func(agmem.Memory, place) bool) error) error {
	if len(s.repeated) == 0 {
		return nil
	}
	var bad BadInput
	newest := map[string]version{}
	err := again(func(m agmem.Memory, p place) bool {
		if _, repeats := s.repeated[s.sum(m.ID)]; !repeats || m.ID == "" {
			return true
		}
		v := version{updated: changedAt(m), content: sha256.Sum256([]byte(m.Content)), place: p}
		other, known := newest[m.ID]
		switch {
		case !known || v.updated > other.updated:
			newest[m.ID] = v
		case v.updated == other.updated && v.content != other.content:
			bad.add(p.wrong(agmem.Errorf(agmem.Invalid, "the id %s has another text in %s, and neither is newer", m.ID, other.place.name()).
				WithHint("leave one of them out, or give it an id of its own or a later updatedAt")))
		}
		return true
	})
	if err != nil {
		return err
	}
	return bad.asError()
}

// changedAt is when a memory was written last. What does not say is written
// now.
func changedAt(m agmem.Memory) agmem.Instant {
	switch {
	case m.UpdatedAt != 0:
		return m.UpdatedAt
	case m.CreatedAt != 0:
		return m.CreatedAt
	}
	return math.MaxInt64
}
