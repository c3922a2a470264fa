package safetensors

import "syscall"

// populateRead is MADV_POPULATE_READ, of Linux 5.14 and later. Earlier ones
// refuse it, and then the pages come one after the other as they are used.
const populateRead = 22

// readAhead maps the pages of data at once.
func readAhead(data []byte) { _ = syscall.Madvise(data, populateRead) }
