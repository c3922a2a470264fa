package agmemcli

import "github.com/agmem/agmem"

// Hint returns the next step after an error as a user of agmem takes it.
func Hint(e *agmem.Error) string { return hint(e) }
