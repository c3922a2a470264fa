package vault

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"

	"github.com/agmem/agmem/internal/inside"
)

// keyed returns the file in a folder of agmem's own that belongs to a folder of
// the user's, empty if there is no such place. Its name is a hash of the
// folder's real path, so that every way to the folder leads to the same file.
func keyed(place, folder, extension string) string {
	if place == "" {
		return ""
	}
	if absolute, err := filepath.Abs(folder); err == nil {
		folder = absolute
	}
	sum := sha256.Sum256([]byte(inside.Real(folder)))
	return filepath.Join(place, "cards", hex.EncodeToString(sum[:8])+extension)
}
