package when_test

import (
	"testing"
	"time"

	"github.com/agmem/agmem/internal/when"
)

func TestAgo(t *testing.T) {
	const day = 24 * time.Hour
	now := time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC)
	for before, want := range map[time.Duration]string{
		-time.Hour: "just now", 0: "just now", 59 * time.Second: "just now", time.Minute: "1 minute ago", 90 * time.Minute: "1 hour ago",
		47 * time.Hour: "1 day ago", 12 * day: "12 days ago", 45 * day: "1 month ago", 364 * day: "12 months ago", 800 * day: "2 years ago",
	} {
		if got := when.Ago(now.Add(-before), now); got != want {
			t.Errorf("%v: %q, want %q", before, got, want)
		}
	}
}
