//go:build !race

package memories_test

const (
	helperCorpus = 20_000 // memories of the import that is killed
	writesEach   = 200    // by each of many processes
	amongWriters = 6000   // memories of the import that others write beside
)
