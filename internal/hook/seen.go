package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/agmem/agmem/internal/atomicfile"
)

// Seen is what a session has been shown: names of items, in a file of its own.
type Seen struct {
	path  string
	names []string
}

const (
	seenSuffix = ".seen"
	// seenFor is how long a session may pause before it is shown things again.
	seenFor = 7 * 24 * time.Hour
	// maxSeen is how many names are kept of a session; the oldest go first.
	maxSeen = 2000
)

// OpenSeen returns what a session has been shown, from a folder. A session without
// a name, and one whose file cannot be read, has been shown nothing.
func OpenSeen(folder, session string) *Seen {
	if session == "" {
		return &Seen{}
	}
	sum := sha256.Sum256([]byte(session))
	s := &Seen{path: filepath.Join(folder, hex.EncodeToString(sum[:12])+seenSuffix)}
	if text, err := os.ReadFile(s.path); err == nil {
		_ = json.Unmarshal(text, &s.names)
	}
	return s
}

// Has says whether the session has been shown an item.
func (s *Seen) Has(name string) bool { return slices.Contains(s.names, name) }

// Add notes that the session has been shown items.
func (s *Seen) Add(names ...string) error {
	if s.path == "" || len(names) == 0 {
		return nil
	}
	s.names = append(s.names, names...)
	s.names = s.names[max(0, len(s.names)-maxSeen):]
	text, err := json.Marshal(s.names)
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(s.path, text)
}

// Forget drops what the session has been shown: its context is a new one. It also
// removes the files of sessions that have paused for a week.
func (s *Seen) Forget(now time.Time) error {
	s.names = nil
	if s.path == "" {
		return nil
	}
	old, _ := filepath.Glob(filepath.Join(filepath.Dir(s.path), "*"+seenSuffix))
	for _, path := range old {
		if info, err := os.Stat(path); err == nil && now.Sub(info.ModTime()) > seenFor {
			_ = os.Remove(path) // the next session tries again
		}
	}
	if err := atomicfile.Remove(s.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
