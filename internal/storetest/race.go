//go:build race

package storetest

// operations is how many random operations are compared with the model. The
// race detector makes SQLite some thirty times slower.
const operations = 1000
