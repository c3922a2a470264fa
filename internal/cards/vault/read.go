package vault

import (
	"context"
	"io"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
)

// Copy writes the file of a card to w, byte for byte.
func (v *Vault) Copy(_ context.Context, slug string, w io.Writer) error {
	f, err := v.find(slug)
	if err != nil {
		return err
	}
	full := v.fileOf(f.path)
	file, _, err := v.cards.Open(name(f.path))
	if err != nil {
		return v.failure(full, err)
	}
	defer file.Close()
	if _, err := io.Copy(w, file); err != nil {
		return v.failure(full, err)
	}
	return nil
}

// Card returns what is known of a card, read from its file, with its whole
// text.
func (v *Vault) Card(_ context.Context, slug string) (cards.Card, []byte, error) {
	f, err := v.find(slug)
	if err != nil {
		return cards.Card{}, nil, err
	}
	return v.cardIn(f)
}

func (v *Vault) cardIn(f file) (cards.Card, []byte, error) {
	text, info, err := readBounded(v.cards, f.path)
	if err != nil {
		return cards.Card{}, nil, v.failure(v.fileOf(f.path), err)
	}
	card, _ := parse(f.path, text)
	card.FileTime = agmem.InstantOf(info.ModTime())
	return card, text, nil
}
