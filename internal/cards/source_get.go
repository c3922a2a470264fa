package cards

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/agmem/agmem"
)

// Get returns cards by their ids, read from their files: a slug, or a path.
// The content is the whole file. No access is counted, for that would be a
// write to somebody's card.
func (s *Source) Get(ctx context.Context, ids []string) ([]agmem.Memory, error) {
	found := make([]agmem.Memory, 0, len(ids))
	var errs []error
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return found, errors.Join(append(errs, err)...)
		}
		m, err := s.get(id)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		found = append(found, m)
	}
	return found, errors.Join(errs...)
}

func (s *Source) get(id string) (agmem.Memory, error) {
	f, err := s.locate(id)
	if agmem.KindOf(err) == agmem.NotFound {
		return agmem.Memory{}, agmem.Errorf(agmem.NotFound, "there is no card %q", id).
			WithHint("the address of a card is cards:<slug>: agmem list --source cards")
	}
	if err != nil {
		return agmem.Memory{}, err
	}
	card, text, err := s.vault.cardIn(f)
	if err != nil {
		return agmem.Memory{}, err
	}
	return memory(id, card, text), nil
}

// locate returns the file that has an id. A path wins over a slug, for it is
// the id of a card that shares its slug.
func (s *Source) locate(id string) (file, error) {
	if err := s.vault.need(); err != nil {
		return file{}, err
	}
	files, _ := s.vault.names() // what cannot be read is no card that was asked for
	if i := slices.IndexFunc(files, func(f file) bool { return f.path == id }); i >= 0 {
		return files[i], nil
	}
	return choose(files, id)
}

func memory(id string, card agmem.Card, text []byte) agmem.Memory {
	content := strings.ToValidUTF8(string(text), "\uFFFD")
	tags := card.Tags
	if tags == nil {
		tags = []string{}
	}
	return agmem.Memory{
		ID: id, Hash: agmem.HashContent(content), Content: content, Digest: card.Title, Tags: tags,
		CreatedAt: dayOf(card.Created, card.FileTime), UpdatedAt: dayOf(card.Modified, card.FileTime),
	}
}
