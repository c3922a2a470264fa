//go:build !race

package banks_test

const (
	countsEach  = 100    // additions of each process
	killRounds  = 300    // of a writer that is killed
	modelRounds = 10_000 // operations against the model
)
