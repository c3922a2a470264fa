package wire

import (
	"context"
	"os"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/library"
)

// cardSource registers the cards of the working directory's home as a source
// of memories. It is active where there is a folder of cards. Where nobody can
// tell where the user's cards are, it is a source that says so when it is
// chosen.
func (s *settings) cardSource(c *config.Config, notice func(string)) library.Registration {
	r := library.Registration{
		Name:     cards.SourceName,
		Type:     cards.SourceName,
		Active:   func() bool { return false },
		Metadata: c.Metadata(cards.SourceName),
	}
	vault, err := s.vault(nil)
	if err != nil {
		r.Open = func(context.Context) (agmem.Source, error) { return nil, err }
		return r
	}
	r.Location = vault.Folder()
	r.Active = func() bool { return mayHoldCards(vault.Folder()) }
	r.Open = func(context.Context) (agmem.Source, error) { return cards.NewSource(vault, notice), nil }
	return r
}

// mayHoldCards says whether there is a folder of cards, or one that cannot be
// looked at, which is to say so.
func mayHoldCards(folder string) bool {
	info, err := os.Stat(folder)
	if err != nil {
		return atomicfile.IsDenied(err)
	}
	return info.IsDir()
}
