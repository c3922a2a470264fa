package cardsource

import (
	"context"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
)

// Get returns cards by their ids, read from their files: a slug, or a path.
// The content is the whole file. No access is counted, because that would be a
// write to the user's card.
func (s *Source) Get(ctx context.Context, ids []string) ([]agmem.Memory, error) {
	return agmem.GetEach(ctx, ids, s.get)
}

func (s *Source) get(ctx context.Context, id string) (agmem.Memory, error) {
	card, text, err := s.vault.Card(ctx, s.named(id))
	if agmem.KindOf(err) == agmem.NotFound {
		return agmem.Memory{}, agmem.Errorf(agmem.NotFound, "there is no card %q", id).
			WithHint("the address of a card is cards:<slug>").WithStep(agmem.ActionListSource, Name)
	}
	if err != nil {
		return agmem.Memory{}, err
	}
	return memory(id, card, text), nil
}

// named returns an id as the vault knows it. A path wins over a slug, for it
// is the id of a card that shares its slug.
func (s *Source) named(id string) string {
	if slices.Contains(s.vault.Paths(), id) {
		return "/" + id
	}
	return id
}

func memory(id string, card cards.Card, text []byte) agmem.Memory {
	content := strings.ToValidUTF8(string(text), "\uFFFD")
	tags := card.Tags
	if tags == nil {
		tags = []string{}
	}
	return agmem.Memory{
		ID: id, Hash: agmem.HashContent(content), Content: content, Digest: card.Title, Tags: tags,
		CreatedAt: card.CreatedAt(), UpdatedAt: card.ModifiedAt(),
	}
}
