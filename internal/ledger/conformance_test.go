package ledger_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/ledger"
	"github.com/agmem/agmem/internal/storetest"
)

func TestConformance(t *testing.T) {
	storetest.Run(t, func(t *testing.T, clock func() time.Time) (agmem.Source, storetest.Fill) {
		l, err := ledger.Open(t.Context(), filepath.Join(t.TempDir(), "ledger.db"), ledger.Options{Now: clock})
		if err != nil {
			t.Fatal(err)
		}
		s := ledger.AsSource(l)
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		return s, func(items []storetest.Item) []string {
			ids := make([]string, len(items))
			for i, item := range items {
				e := event(item.Text)
				e.Timestamp = item.CreatedAt
				events, err := l.Remember(t.Context(), e)
				if err != nil {
					t.Fatal(err)
				}
				ids[i] = events[0].ID
			}
			return ids
		}
	})
}
