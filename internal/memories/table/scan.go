package table

import (
	"fmt"

	"github.com/agmem/agmem"
)

// ScanBytes reads a BLOB of a fixed size, such as an id or a hash.
type ScanBytes []byte

// Scan is for database/sql.
func (b ScanBytes) Scan(value any) error {
	v, ok := value.([]byte)
	if !ok || len(v) != len(b) {
		return fmt.Errorf("%T of another size than %d bytes", value, len(b))
	}
	copy(b, v)
	return nil
}

// nullHash reads a hash that is zero where it is NULL.
type nullHash Hash

// Scan is for database/sql.
func (h *nullHash) Scan(value any) error {
	if value == nil {
		*h = nullHash{}
		return nil
	}
	return ScanBytes(h[:]).Scan(value)
}

// value is the hash as the file holds it.
func (h Hash) value() any {
	if h == (Hash{}) {
		return nil
	}
	return h[:]
}

// NullText is a text that is NULL where it is empty.
func NullText(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// nullInstant is an instant that is NULL where none is given.
func nullInstant(i agmem.Instant) any {
	if i == 0 {
		return nil
	}
	return int64(i)
}

// nullNumber is a row's number that is NULL if there is no row.
func nullNumber(n *int64) any {
	if n == nil {
		return nil
	}
	return *n
}
