package banksource_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/storetest"
)

// The banks are written as files, as other programs do.
func TestConformance(t *testing.T) {
	storetest.Run(t, func(t *testing.T, _ func() time.Time) (agmem.Source, storetest.Fill) {
		l := newLibrary(t)
		return l.source, l.fill
	})
}

// fill makes a bank of items and returns their ids.
func (l *library) fill(items []storetest.Item) []string {
	l.Helper()
	type entry struct {
		Value     string        `json:"value"`
		CreatedAt agmem.Instant `json:"created_at"`
		UpdatedAt agmem.Instant `json:"updated_at"`
	}
	bank := struct {
		Meta    map[string]any   `json:"_meta"`
		Entries map[string]entry `json:"entries"`
	}{map[string]any{"version": 1}, map[string]entry{}}
	ids := make([]string, len(items))
	for i, item := range items {
		ids[i] = "user/birds/" + item.Name
		bank.Entries[item.Name] = entry{item.Text, item.CreatedAt, item.CreatedAt}
	}
	text, err := json.Marshal(bank)
	if err != nil {
		l.Fatal(err)
	}
	if err := os.MkdirAll(l.user.Path(), 0o700); err != nil {
		l.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(l.user.Path(), "birds.json"), text, 0o600); err != nil {
		l.Fatal(err)
	}
	return ids
}
