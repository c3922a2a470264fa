package embed

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"github.com/agmem/agmem/internal/atomicfile"
)

const (
	// goodFor is how long a service that answered is not asked again whether it
	// is there, and badFor the same for one that did not.
	goodFor = 10 * time.Minute
	badFor  = 2 * time.Minute
	// restsFor is how long no question asks a service that failed one: an
	// outage must not cost every search its time-out.
	restsFor = 30 * time.Second
)

// state is what earlier processes learned about a service.
type state struct {
	// Found says whether it answered and had the model, when it was last looked for.
	Found   bool      `json:"found"`
	At      time.Time `json:"at"`
	Digest  string    `json:"digest,omitempty"`
	Learned int       `json:"dimensions,omitempty"` // of its vectors
	// RestsUntil is when a question may ask it again.
	RestsUntil time.Time `json:"restsUntil,omitzero"`
}

// memory keeps the states in one file of the cache folder. A file that cannot be
// read or written only means that more is asked.
type memory struct {
	file string // empty: nothing is kept
	now  func() time.Time
}

func newMemory(cache string, now func() time.Time) memory {
	if cache == "" {
		return memory{now: now}
	}
	return memory{filepath.Join(cache, "embedding.json"), now}
}

// nameOf is what a state is kept under. The key of a service is not part of it.
func nameOf(s Service) string { return string(s.Provider) + " " + s.Model + " " + s.URL }

func (m memory) of(s Service) state { return m.all()[nameOf(s)] }

func (m memory) all() map[string]state {
	states := make(map[string]state)
	if m.file == "" {
		return states
	}
	const most = 1 << 16 // a handful of services
	if info, err := os.Stat(m.file); err != nil || info.Size() > most {
		return states
	}
	text, err := os.ReadFile(m.file)
	if err != nil || json.Unmarshal(text, &states) != nil || states == nil {
		return make(map[string]state)
	}
	return states
}

// change changes what is kept of a service.
func (m memory) change(s Service, change func(*state)) {
	if m.file == "" {
		return
	}
	states := m.all()
	st := states[nameOf(s)]
	change(&st)
	states[nameOf(s)] = st
	if text, err := json.MarshalIndent(states, "", "  "); err == nil {
		_ = atomicfile.WriteFile(m.file, append(text, '\n')) // the next process asks again
	}
}

// isFresh says whether a state still holds. One from the future was written
// under another clock and does not.
func (m memory) isFresh(st state) bool {
	age := m.now().Sub(st.At)
	if st.Found {
		return 0 <= age && age < goodFor
	}
	return 0 <= age && age < badFor
}

// rests says whether the service failed a question a moment ago.
func (m memory) rests(st state) bool {
	left := st.RestsUntil.Sub(m.now())
	return 0 < left && left <= restsFor
}
