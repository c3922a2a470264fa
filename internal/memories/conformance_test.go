package memories_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/storetest"
)

func TestConformance(t *testing.T) {
	storetest.Run(t, func(t *testing.T, clock func() time.Time) (agmem.Source, storetest.Fill) {
		return open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{Now: clock}), nil
	})
}

// open opens a store that the test closes.
func open(t *testing.T, path string, opts memories.Options) *memories.Store {
	t.Helper()
	s, err := memories.Open(t.Context(), path, opts)
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
