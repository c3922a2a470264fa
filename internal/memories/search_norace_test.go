//go:build !race

package memories_test

const randomQueries = 100_000 // of random bytes
