package cardsource_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/storetest"
)

// The cards are written as files, as people do.
func TestConformance(t *testing.T) {
	storetest.Run(t, func(t *testing.T, _ func() time.Time) (agmem.Source, storetest.Fill) {
		v := newFixture(t, nil)
		s, _ := v.source()
		return s, v.fill
	})
}

// fill makes a card of each item and returns their ids.
func (v *fixture) fill(items []storetest.Item) []string {
	v.T.Helper()
	ids := make([]string, len(items))
	for i, item := range items {
		ids[i] = item.Name
		v.put(item.Name, fmt.Sprintf("---\ntitle: %s\ncreated: %s\ntags: [%s]\n---\n%s\n",
			item.Name, item.CreatedAt.Time().Local().Format(time.DateOnly), strings.Join(item.Tags, ", "), item.Text))
	}
	return ids
}
