package wire

import (
	"context"
	"os"
	"path/filepath"
	"sync"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cards/cardsource"
	"github.com/agmem/agmem/internal/cards/vault"
	"github.com/agmem/agmem/internal/cli/agmemcli"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/paths"
)

// cards returns the use cases of the cards whose home the working directory
// and the environment say, and what closes them. It touches nothing.
func (s *settings) cards(progress func(done, total int), follow *bool) (*cards.Cards, func() error, error) {
	home, err := s.vault(progress, s.follow(follow))
	if err != nil {
		return nil, nil, err
	}
	return cards.New(cards.Guarded(home, s.guard)), home.Close, nil
}

// vault returns the home of the cards. If the place of a cache is unknown,
// its index is made in memory; if that of data is, a rename has no journal.
func (s *settings) vault(progress func(done, total int), follow follower) (*vault.Vault, error) {
	home, own, err := vault.Home(s.env.Getenv, s.env.Dir)
	if err != nil {
		return nil, err
	}
	opts := vault.Options{Now: s.env.Now, Progress: progress, Follow: follow, Foreign: !own, Embedding: embedding(s.embedder)}
	if cache, err := paths.CacheDir(s.env.Getenv); err == nil {
		opts.CacheDir = cache
	}
	if data, err := paths.DataDir(s.env.Getenv); err == nil {
		opts.DataDir = data
	}
	return vault.Open(home, opts), nil
}

// cardRoom returns the cards as an import sees them.
func (s *settings) cardRoom() (agmemcli.CardRoom, func() error, error) {
	home, err := s.vault(nil, s.follow(nil))
	if err != nil {
		return nil, nil, err
	}
	return importedCards{home, cards.Guarded(home, s.guard)}, home.Close, nil
}

// importedCards is a home of cards that knows what was archived.
type importedCards struct {
	*vault.Vault
	guarded cards.Store
}

// Write writes a card, unless it has a secret.
func (v importedCards) Write(ctx context.Context, slug string, text []byte) (string, error) {
	return v.guarded.Write(ctx, slug, text)
}

// Archived says whether the archive has a card of that slug.
func (v importedCards) Archived(slug string) bool {
	_, err := os.Stat(filepath.Join(v.ArchiveFolder(), filepath.Base(slug)+".md"))
	return err == nil
}

// matchLabel returns the setting that memex.Services asks for.
func (s *settings) matchLabel() (string, error) {
	c, err := s.config()
	if err != nil {
		return "", err
	}
	return c.Value(config.MatchLabel), nil
}

// cardSource registers the cards of the working directory's home as a source
// of memories. It is active if there is a folder of cards. If nobody can
// tell where the user's cards are, it is a source that says so when it is
// chosen.
func (s *settings) cardSource(c *config.Config, notice func(string)) library.Registration {
	home := sync.OnceValues(func() (*vault.Vault, error) { return s.vault(nil, s.follow(nil)) })
	folder := func() string {
		v, err := home()
		if err != nil {
			return ""
		}
		return v.Folder()
	}
	return library.Registration{
		Name:     cardsource.Name,
		Type:     cardsource.Name,
		ReadOnly: true,
		Location: folder,
		Active: func() bool {
			v, err := home()
			if err != nil {
				return false
			}
			if !mayHoldCards(v.Folder()) {
				_ = v.DiscardIndex(context.Background()) // the next command tries again
				return false
			}
			return true
		},
		Open: func(context.Context) (agmem.Source, error) {
			v, err := home()
			if err != nil {
				return nil, err
			}
			return cardsource.New(v, notice), nil
		},
		Metadata: c.Metadata(cardsource.Name),
	}
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
