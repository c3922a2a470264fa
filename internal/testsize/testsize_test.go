package testsize_test

import (
	"testing"

	"github.com/agmem/agmem/internal/testsize"
)

func TestOf(t *testing.T) {
	want := 1000
	if testing.Short() || testsize.Race {
		want = 10
	}
	if got := testsize.Of(1000, 10); got != want {
		t.Errorf("the size is %d, want %d", got, want)
	}
}
