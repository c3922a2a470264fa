// Package testsize says how much of a thing a test does. Tests whose subject
// is volume (thousands of random operations, a process that is killed again
// and again) do all of it in `make check`, and a smaller amount where time
// matters more: under go test -short, and under the race detector, which makes
// SQLite some thirty times slower.
package testsize

import "testing"

// Full reports whether tests do the full amount.
func Full() bool { return !Race && !testing.Short() }

// Of returns full where tests do the full amount, otherwise small. A test binary
// that runs as a helper process has not parsed its flags: give it the number
// as an argument.
func Of(full, small int) int {
	if Full() {
		return full
	}
	return small
}
