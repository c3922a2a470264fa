package wire

import (
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/config"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/paths"
)

// cards returns the use cases of the cards whose home the working directory
// and the environment say, and what closes them. It touches nothing.
func (s *settings) cards(progress func(done, total int)) (*library.Cards, func() error, error) {
	vault, err := s.vault(progress)
	if err != nil {
		return nil, nil, err
	}
	return library.NewCards(vault), vault.Close, nil
}

// vault returns the home of the cards. Where nobody can tell where a cache is,
// its index is made in memory.
func (s *settings) vault(progress func(done, total int)) (*cards.Vault, error) {
	home, err := cards.Home(s.env.Getenv, s.env.Dir)
	if err != nil {
		return nil, err
	}
	cache, err := paths.CacheDir(s.env.Getenv)
	if err != nil {
		cache = ""
	}
	return cards.Open(home, cards.Options{Now: s.env.Now, CacheDir: cache, Progress: progress}), nil
}

// matchLabel returns the setting that memex.Services asks for.
func (s *settings) matchLabel() (string, error) {
	c, err := s.config()
	if err != nil {
		return "", err
	}
	return c.Value(config.MatchLabel), nil
}
