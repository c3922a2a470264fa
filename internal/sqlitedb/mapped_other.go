//go:build !linux && !darwin

package sqlitedb

// canMap says that files may be read as memory. Windows does not shorten a file that a
// process has mapped, and then what was purged would stay in it.
const canMap = false
