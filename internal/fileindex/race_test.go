//go:build race

package fileindex_test

// slow says that the race detector makes everything some ten times slower.
const slow = true
