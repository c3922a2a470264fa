//go:build !linux

package safetensors

// readAhead does nothing: the pages come as they are used.
func readAhead([]byte) {}
