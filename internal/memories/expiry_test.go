package memories_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/storetest"
)

// What is imported under another id, or stored again by one who wants the later
// expiry, gets the later of both. Never is the latest.
func TestLaterExpiryIsKept(t *testing.T) {
	now := agmem.InstantOf(time.Now())
	const hour = 60 * 60 * 1000
	for _, test := range []struct{ old, second, want agmem.Instant }{
		{now + hour, now + 2*hour, now + 2*hour}, {now + 2*hour, now + hour, now + 2*hour},
		{now + hour, 0, 0}, {0, now + hour, 0},
	} {
		for _, way := range []string{"import", "add"} {
			s := open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
			old, _, err := s.Add(t.Context(), agmem.Draft{Content: "x", ExpiresAt: test.old})
			if err == nil && way == "add" {
				_, _, err = s.Add(t.Context(), agmem.Draft{Content: "x", ExpiresAt: test.second, LaterExpiry: true})
			} else if err == nil {
				_, err = s.Import(t.Context(), storetest.Sequence(agmem.Memory{Content: "x", ExpiresAt: test.second}), agmem.ImportOptions{})
			}
			if err != nil {
				t.Fatal(err)
			}
			got := export(t, s)
			if len(got) != 1 || got[0].ID != old.ID || got[0].ExpiresAt != test.want {
				t.Errorf("%s of %v beside %v: %+v", way, test.second, test.old, got)
			}
		}
	}
}
