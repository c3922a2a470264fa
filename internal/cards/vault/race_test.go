//go:build race

package vault_test

// The race detector makes everything some ten times slower; the other build
// runs these tests at their full size.
const (
	killRounds = 10
	slowness   = 10
	editRounds = 150
)
