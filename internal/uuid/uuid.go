// Package uuid makes random ids.
package uuid

import (
	"crypto/rand"
	"encoding/hex"
)

// ID is the 16 bytes of an id.
type ID [16]byte

// New returns a random UUID (version 4).
func New() ID {
	var u ID
	_, _ = rand.Read(u[:]) // never fails: the runtime aborts instead
	u[6] = u[6]&0x0f | 0x40
	u[8] = u[8]&0x3f | 0x80
	return u
}

// String returns the id in lower case with hyphens.
func (u ID) String() string {
	var b [36]byte
	hex.Encode(b[:8], u[:4])
	hex.Encode(b[9:13], u[4:6])
	hex.Encode(b[14:18], u[6:8])
	hex.Encode(b[19:23], u[8:10])
	hex.Encode(b[24:], u[10:])
	b[8], b[13], b[18], b[23] = '-', '-', '-', '-'
	return string(b[:])
}
