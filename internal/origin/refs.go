package origin

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
)

const (
	// maxSmall is how much is read of a file that is small by its nature.
	maxSmall = 1 << 20
	// maxSymbolic is how many symbolic references are followed; git stops
	// there too.
	maxSymbolic = 5
)

// head returns the reference that HEAD names, or the commit where it is
// detached. The two are never both there.
func (w worktree) head() (reference, commit string) {
	// Before 2005's end HEAD was a symbolic link, and core.preferSymlinkRefs
	// still makes it one.
	if target, err := os.Readlink(filepath.Join(w.gitDir, "HEAD")); err == nil && strings.HasPrefix(target, "refs/") {
		return target, ""
	}
	return parseReference(readSmall(filepath.Join(w.gitDir, "HEAD")))
}

// parseReference reads the text of a loose reference.
func parseReference(text []byte) (reference, commit string) {
	text = bytes.TrimSpace(text)
	if name, ok := bytes.CutPrefix(text, []byte("ref:")); ok {
		return safeReference(string(bytes.TrimSpace(name))), ""
	}
	if isHash(text) {
		return "", string(text)
	}
	return "", ""
}

// safeReference returns the name if it cannot lead out of the repository.
// HEAD of a reftable repository names refs/heads/.invalid.
func safeReference(name string) string {
	if !strings.HasPrefix(name, "refs/") || strings.Contains(name, "..") || strings.Contains(name, "/.") {
		return ""
	}
	return name
}

// resolve returns the commit of a reference: the file of that name, else its
// line in packed-refs. A branch without a commit has neither, and a reftable
// repository keeps them elsewhere.
func (w worktree) resolve(reference string) string {
	for range maxSymbolic {
		text := readSmall(filepath.Join(w.common, filepath.FromSlash(reference)))
		if text == nil {
			return packedCommit(filepath.Join(w.common, "packed-refs"), reference)
		}
		next, commit := parseReference(text)
		if next == "" {
			return commit
		}
		reference = next
	}
	return ""
}

// isHash says whether text is a SHA-1 or a SHA-256 in hexadecimal.
func isHash(text []byte) bool {
	if len(text) != 40 && len(text) != 64 {
		return false
	}
	for _, c := range text {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// readSmall returns the beginning of a regular file, nil if there is none
// that can be read.
func readSmall(path string) []byte {
	f, err := openRegular(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSmall))
	if err != nil {
		return nil
	}
	return text
}

// openRegular opens a file. Anything else is refused before it is opened: a
// named pipe would never answer.
func openRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, os.ErrInvalid
	}
	return os.Open(path)
}
