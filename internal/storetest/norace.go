//go:build !race

package storetest

// operations is how many random operations are compared with the model.
const operations = 10_000
