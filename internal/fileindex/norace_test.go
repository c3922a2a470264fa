//go:build !race

package fileindex_test

const slow = false
