package uuid_test

import (
	"regexp"
	"testing"

	"github.com/agmem/agmem/internal/uuid"
)

func TestNew(t *testing.T) {
	form := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	seen := map[string]bool{}
	for range 1000 {
		id := uuid.New().String()
		if !form.MatchString(id) || seen[id] {
			t.Fatalf("%q is malformed or not new", id)
		}
		seen[id] = true
	}
}
