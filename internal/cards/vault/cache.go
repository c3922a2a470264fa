package vault

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
)

// cached returns the file in the cache folder that belongs to a folder, empty
// if there is no cache folder. Its name is a hash of the folder's real path,
// so that every way to the folder leads to the same file.
func (v *Vault) cached(folder, extension string) string {
	if v.opts.CacheDir == "" {
		return ""
	}
	if absolute, err := filepath.Abs(folder); err == nil {
		folder = absolute
	}
	sum := sha256.Sum256([]byte(realPath(folder)))
	return filepath.Join(v.opts.CacheDir, "cards", hex.EncodeToString(sum[:8])+extension)
}

// realPath returns a path without symbolic links, as far as it exists: what is
// made there later has the same name.
func realPath(path string) string {
	if found, err := filepath.EvalSymlinks(path); err == nil {
		return found
	}
	above := filepath.Dir(path)
	if above == path {
		return path
	}
	return filepath.Join(realPath(above), filepath.Base(path))
}
