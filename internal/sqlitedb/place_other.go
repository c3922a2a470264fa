//go:build !linux

package sqlitedb

func makeEmpty(path string) error { return makeLinked(path) }
