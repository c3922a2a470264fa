package vault

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/cards"
)

const organizedFile = ".last-organize"

// maxNote is more than any note in the home has, in bytes.
const maxNote = 4096

// readNote reads a small file in the home.
func (v *Vault) readNote(name string) ([]byte, error) {
	file, _, err := v.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxNote))
}

// Organized returns when the cards were last organized; zero for never.
func (v *Vault) Organized(context.Context) (time.Time, error) {
	text, err := v.readNote(organizedFile)
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, v.failure(v.root.Join(organizedFile), unwrapped(err))
	}
	t, err := time.Parse(time.RFC3339, strings.TrimSpace(string(text)))
	if err != nil { // a person writes a day
		t, err = time.ParseInLocation(time.DateOnly, strings.TrimSpace(string(text)), time.Local)
	}
	if err != nil {
		return time.Time{}, agmem.Errorf(agmem.Corrupt, "%s does not contain an RFC 3339 time", v.root.Join(organizedFile)).
			WithHint("organize the cards and store the time again").WithStep(cards.ActionStamp, "")
	}
	return t, nil
}

// SetOrganized notes that the cards were organized just now.
func (v *Vault) SetOrganized(context.Context) (time.Time, error) {
	if err := v.need(); err != nil {
		return time.Time{}, err
	}
	file, err := v.root.Writable(organizedFile)
	if err != nil {
		return time.Time{}, err
	}
	now := v.opts.Now().UTC().Truncate(time.Millisecond)
	return now, atomicfile.WriteFile(file, []byte(agmem.InstantOf(now).String()+"\n"))
}
