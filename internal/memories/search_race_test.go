//go:build race

package memories_test

const randomQueries = 5000 // of random bytes
