package sqlitedb

import (
	"context"
	"testing"

	"github.com/agmem/agmem"
)

// A writer who waits for another one can give up, and the database goes on.
func TestGivingUpTheWait(t *testing.T) {
	path := filled(t)
	d := opened(t, path, notes())
	other, err := pool(dataSource(path, modeWrite, waiting(busyTimeout)+durable), 1)
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
			failed <- d.Write(ctx, func(context.Context, *Tx) error { return nil })
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
	insert(t, d, "d")
	if n := count(t, d); n != 4 {
		t.Fatalf("%d notes", n)
	}
}
