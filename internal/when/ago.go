package when

import (
	"fmt"
	"time"
)

// Ago says how long ago something was, in the largest unit that it has one of. A
// time in the future counts as now.
func Ago(at, now time.Time) string {
	const day = 24 * time.Hour
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{365 * day, "year"}, {30 * day, "month"}, {day, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		switch n := now.Sub(at) / unit.of; {
		case n == 1:
			return "1 " + unit.name + " ago"
		case n > 1:
			return fmt.Sprintf("%d %ss ago", n, unit.name)
		}
	}
	return "just now"
}
