//go:build race

package memories_test

// The race detector makes SQLite some thirty times slower: what needs no
// numbers to go wrong is done with less of it.
const (
	helperCorpus = 2500
	writesEach   = 40
	amongWriters = 600
)
