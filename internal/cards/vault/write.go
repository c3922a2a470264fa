package vault

import (
	"context"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cards/wikilink"
	"github.com/agmem/agmem/internal/frontmatter"
)

// Write stores a card as it is given, except the day in `modified`, which
// becomes today, and returns its path. A card of that slug is replaced in place.
// Invalid where the frontmatter lacks a field that is
// required, or cannot be read; Conflict where two cards have the slug.
func (v *Vault) Write(ctx context.Context, slug string, text []byte) (path string, err error) {
	if err := checkFields(text); err != nil {
		return "", err
	}
	text, err = frontmatter.Set(text, "modified", v.opts.Now().Format(time.DateOnly))
	if err != nil {
		return "", err
	}
	if !v.Exists() { // a slug that is refused makes no home
		if _, err := v.place(slug); err != nil {
			return "", err
		}
	}
	err = v.locked(ctx, func() error {
		at, err := v.place(slug)
		if err != nil {
			return err
		}
		file, err := v.cards.Writable(name(at))
		if err != nil {
			return err
		}
		path = at
		return atomicfile.Rewrite(file, text)
	})
	return path, err
}

// place returns where a card of that slug is, or is to be.
func (v *Vault) place(slug string) (string, error) {
	f, err := v.find(slug)
	switch {
	case err == nil && !isSpelled(slug, f.path):
		return "", agmem.Errorf(agmem.Conflict, "%s would be another spelling of the card %s", slug, f.path).
			WithHint("write it as %s, or choose another slug", f.path)
	case err == nil:
		return f.path, nil
	case agmem.KindOf(err) != agmem.NotFound:
		return "", err
	}
	slug = strings.TrimSuffix(slug, extension)
	return slug, checkSlug(slug)
}

// isSpelled says whether a slug or a path names a card letter by letter, in any
// normal form.
func isSpelled(slug, path string) bool {
	name := strings.TrimPrefix(strings.TrimSuffix(slug, extension), "/")
	return strings.HasSuffix("/"+wikilink.Compose(path), "/"+wikilink.Compose(name))
}

// checkFields reports the fields that a written card must have and this one
// has not, all in one sentence.
func checkFields(text []byte) error {
	c, _ := parse("card", text)
	if c.Problem != "" {
		return agmem.Errorf(agmem.Invalid, "the card cannot be written: %s", c.Problem)
	}
	missing := c.Missing
	if _, ok := frontmatter.Cut(text); !ok {
		missing = cards.RequiredFields()
	}
	if len(missing) == 0 {
		return nil
	}
	return agmem.Errorf(agmem.Invalid, "Missing required fields: %s", strings.Join(missing, ", ")).
		WithHint("a card begins with --- and lines such as title: …, created: 2027-01-15, source: retro, then --- again")
}
