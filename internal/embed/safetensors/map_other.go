//go:build !unix

package safetensors

import (
	"io"
	"os"
)

// mapFile reads the first size bytes of a file.
func mapFile(f *os.File, size int) ([]byte, func() error, error) {
	data := make([]byte, size)
	if _, err := f.ReadAt(data, 0); err != nil && err != io.EOF {
		return nil, nil, err
	}
	return data, func() error { return nil }, nil
}
