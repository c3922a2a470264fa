package memories

import (
	"context"
	"database/sql"
	"testing"

	"github.com/agmem/agmem"
)

// Who waits for another writer can give up, and the store goes on.
func TestGivingUpTheWait(t *testing.T) {
	s := filled(t)
	other, err := sql.Open("sqlite", dataSource(s.path, modeWrite))
	if err != nil {
		t.Fatal(err)
	}
	lock, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // the second and third wait for the turn of the first
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error)
		go func() {
			_, _, err := s.Add(ctx, agmem.Draft{Content: "given up"})
			failed <- err
		}()
		cancel()
		if err := <-failed; agmem.KindOf(err) != agmem.Cancelled {
			t.Fatalf("%v: %v", agmem.KindOf(err), err)
		}
	}
	if err := lock.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if _, created, err := s.Add(t.Context(), agmem.Draft{Content: "given up"}); err != nil || !created {
		t.Fatalf("created %v, %v", created, err)
	}
}
