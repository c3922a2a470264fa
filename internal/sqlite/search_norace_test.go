//go:build !race

package sqlite_test

const randomQueries = 100_000 // of random bytes
