// Package accesstoken keeps the token that the clients of a server on this
// machine must know, in a file that only its owner can read.
package accesstoken

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/filelock"
)

// minLength is how many characters a token must have. One of ours has 26.
const minLength = 16

// Check reports a token that is too short to be secret, or that a header of HTTP
// cannot hold, as Invalid.
func Check(token string) error {
	odd := func(r rune) bool { return r <= ' ' || r > '~' }
	switch {
	case len(token) < minLength:
		return agmem.Errorf(agmem.Invalid, "the token has %d characters, it must have %d or more", len(token), minLength)
	case strings.ContainsFunc(token, odd):
		return agmem.Errorf(agmem.Invalid, "the token has a blank, or a character beyond ASCII")
	}
	return nil
}

// Kept returns the token that a file has, and makes it where there is none. A file
// that others can read is Denied: they may know the token.
func Kept(path string) (string, error) {
	token, err := read(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return token, err
	}
	// Of two processes that find no file, one makes it.
	unlock, err := filelock.Lock(context.Background(), filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock"))
	if err != nil {
		return "", err
	}
	defer func() { _ = unlock() }() // it ends with the process at the latest
	if token, err = read(path); !errors.Is(err, fs.ErrNotExist) {
		return token, err
	}
	token = rand.Text()
	return token, atomicfile.WriteFile(path, []byte(token+"\n"))
}

func read(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", unreadable(path, err)
	}
	if !info.Mode().IsRegular() {
		return "", agmem.Errorf(agmem.Invalid, "%s is not a file", path)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", agmem.Errorf(agmem.Denied, "others can read the token in %s", path).
			WithHint("remove the file, so that a new token is made")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", unreadable(path, err)
	}
	token := strings.TrimSpace(string(text))
	if err := Check(token); err != nil {
		return "", agmem.Named(path, err)
	}
	return token, nil
}

func unreadable(path string, err error) error {
	if atomicfile.IsDenied(err) {
		return agmem.Errorf(agmem.Denied, "%s cannot be read: %w", path, err)
	}
	return agmem.Errorf(agmem.Unavailable, "%s cannot be read: %w", path, err)
}
