package vault

import (
	"bytes"
	"context"

	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/frontmatter"
)

// Mark sets the status in the frontmatter of a card, or removes it where it is
// empty. Nothing else in the file changes; a card without frontmatter gets one.
func (v *Vault) Mark(ctx context.Context, slug, status string) error {
	if err := v.need(); err != nil {
		return err
	}
	return v.locked(ctx, func() error {
		f, err := v.find(slug)
		if err != nil {
			return err
		}
		full, err := v.cards.Writable(name(f.path))
		if err != nil {
			return err
		}
		text, _, err := readBounded(v.cards, f.path)
		if err != nil {
			return v.failure(full, unwrapped(err))
		}
		marked, err := withStatus(text, status)
		if err != nil || bytes.Equal(marked, text) {
			return err
		}
		return atomicfile.Rewrite(full, marked)
	})
}

func withStatus(text []byte, status string) ([]byte, error) {
	if status == "" {
		return withoutStatus(text)
	}
	return frontmatter.Set(text, "status", status)
}

// withoutStatus also removes a frontmatter in which there was nothing else: a
// status made it.
func withoutStatus(text []byte) ([]byte, error) {
	removed, err := frontmatter.Remove(text, "status")
	if err != nil || bytes.Equal(removed, text) {
		return text, err
	}
	if block, ok := frontmatter.Cut(removed); ok && len(bytes.TrimSpace(removed[block.YAML.Start:block.YAML.End])) == 0 {
		removed = removed[block.Body:]
	}
	return removed, nil
}

// bodyAt returns where the text of a card begins behind its frontmatter.
func bodyAt(text []byte) int {
	if block, ok := frontmatter.Cut(text); ok {
		return block.Body
	}
	return 0
}
