//go:build race

package sqlite_test

const randomQueries = 5000 // of random bytes
