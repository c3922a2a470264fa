package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
)

// Archive moves a card out of what is searched, with its content as it is, and
// returns where it is then. A slug that is archived already keeps both.
func (v *Vault) Archive(ctx context.Context, slug string) (to string, err error) {
	if err := v.need(); err != nil {
		return "", err
	}
	err = v.locked(ctx, func() error {
		f, err := v.find(slug)
		if err != nil {
			return v.archived(slug, err)
		}
		if _, err := v.cards.Writable(name(f.path)); err != nil {
			return err
		}
		to, err = v.freeName(f.slug())
		if err != nil {
			return err
		}
		if _, err := v.archive.Writable(filepath.Base(to)); err != nil {
			return err
		}
		if err := os.MkdirAll(v.ArchiveFolder(), 0o700); err != nil {
			return v.failure(v.ArchiveFolder(), err)
		}
		return v.failure(to, atomicfile.Move(v.fileOf(f.path), to))
	})
	return to, err
}

// archived says of a card that is not there where it went.
func (v *Vault) archived(slug string, err error) error {
	if agmem.KindOf(err) != agmem.NotFound {
		return err
	}
	if _, statErr := os.Lstat(filepath.Join(v.ArchiveFolder(), filepath.Base(slug)+extension)); statErr == nil {
		return agmem.Errorf(agmem.Conflict, "Card already archived: %s", slug)
	}
	return err
}

// freeName returns the name of a file in the archive that nothing has: x.md,
// else x.2.md and so on.
func (v *Vault) freeName(slug string) (string, error) {
	for i := 1; ; i++ {
		name := slug + extension
		if i > 1 {
			name = fmt.Sprintf("%s.%d%s", slug, i, extension)
		}
		full := filepath.Join(v.ArchiveFolder(), name)
		_, err := os.Lstat(full)
		if errors.Is(err, fs.ErrNotExist) {
			return full, nil
		}
		if err != nil {
			return "", v.failure(full, err)
		}
	}
}
