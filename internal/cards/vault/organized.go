package vault

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/cards"
)

func (v *Vault) organizedFile() string { return filepath.Join(v.home, ".last-organize") }

// Organized returns when the cards were last organized; zero for never.
func (v *Vault) Organized(context.Context) (time.Time, error) {
	text, err := os.ReadFile(v.organizedFile())
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, v.failure(v.organizedFile(), err)
	}
	t, err := time.Parse(time.RFC3339, strings.TrimSpace(string(text)))
	if err != nil { // a person writes a day
		t, err = time.ParseInLocation(time.DateOnly, strings.TrimSpace(string(text)), time.Local)
	}
	if err != nil {
		return time.Time{}, agmem.Errorf(agmem.Corrupt, "%s does not contain an RFC 3339 time", v.organizedFile()).
			WithHint("organize the cards and store the time again").WithStep(cards.ActionStamp, "")
	}
	return t, nil
}

// SetOrganized notes that the cards were organized just now.
func (v *Vault) SetOrganized(context.Context) (time.Time, error) {
	if err := v.need(); err != nil {
		return time.Time{}, err
	}
	now := v.opts.Now().UTC().Truncate(time.Millisecond)
	return now, atomicfile.WriteFile(v.organizedFile(), []byte(agmem.InstantOf(now).String()+"\n"))
}
