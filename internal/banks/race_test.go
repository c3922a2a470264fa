//go:build race

package banks_test

// The race detector makes a process ten times slower; the other build runs
// these tests at their full size.
const (
	countsEach  = 10
	killRounds  = 20
	modelRounds = 1000
)
