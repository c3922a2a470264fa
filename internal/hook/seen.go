package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
)

// Seen is what a session has been shown: names of texts, a line each, in a file of
// its own. Hooks of one session that run at the same time only add lines.
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
		s.names = strings.Split(string(text), "\n")
	}
	return s
}

// Has says whether the session has been shown a text.
func (s *Seen) Has(name string) bool { return slices.Contains(s.names, name) }

// Add notes that the session has been shown texts. A cache that cannot be written
// is an error: the session would be shown the same again and again.
func (s *Seen) Add(names ...string) error {
	if s.path == "" || len(names) == 0 {
		return nil
	}
	s.names = append(s.names, names...)
	if len(s.names) > 2*maxSeen {
		s.names = s.names[len(s.names)-maxSeen:]
		return atomicfile.WriteFile(s.path, []byte(strings.Join(s.names, "\n")+"\n"))
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return unnoted(err)
	}
	f, err := os.OpenFile(s.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return unnoted(err)
	}
	// It need not survive a crash of the machine, which no session survives either.
	_, err = f.WriteString(strings.Join(names, "\n") + "\n")
	return unnoted(errors.Join(err, f.Close()))
}

func unnoted(err error) error {
	if err == nil {
		return nil
	}
	return agmem.Errorf(agmem.Unavailable, "what the session is told cannot be noted: %w", err)
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
	if err := os.Remove(s.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
