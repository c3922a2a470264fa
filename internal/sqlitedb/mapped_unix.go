//go:build linux || darwin

package sqlitedb

// canMap says that files may be read as memory.
const canMap = true
