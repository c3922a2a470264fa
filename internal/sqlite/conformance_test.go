package sqlite_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/agmem/agmem/internal/sqlite"
	"github.com/agmem/agmem/internal/storetest"
)

func TestConformance(t *testing.T) {
	storetest.Run(t, func(t *testing.T, clock func() time.Time) storetest.Source {
		return open(t, filepath.Join(t.TempDir(), "agmem.db"), sqlite.Options{Now: clock})
	})
}

// open opens a store that the test closes.
func open(t *testing.T, path string, opts sqlite.Options) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
