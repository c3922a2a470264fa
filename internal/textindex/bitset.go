package textindex

import "math/bits"

// Bitset is a set of document numbers from 0 up to a limit.
type Bitset []uint64

// NewBitset returns the empty set for numbers up to high.
func NewBitset(high int64) Bitset { return make(Bitset, high/64+1) }

// Add puts a number in; numbers above the limit are left out.
func (b Bitset) Add(doc int64) {
	if doc >= 0 && int(doc/64) < len(b) {
		b[doc/64] |= 1 << (doc % 64)
	}
}

// Has reports whether a number is in the set.
func (b Bitset) Has(doc int64) bool {
	return doc >= 0 && int(doc/64) < len(b) && b[doc/64]&(1<<(doc%64)) != 0
}

// Len counts the numbers.
func (b Bitset) Len() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// And keeps what is in both.
func (b Bitset) And(other Bitset) {
	for i := range b {
		b[i] &= other[i]
	}
}

// Or adds what is in other.
func (b Bitset) Or(other Bitset) {
	for i := range b {
		b[i] |= other[i]
	}
}

// Not turns the set into all other numbers up to the limit.
func (b Bitset) Not() {
	for i := range b {
		b[i] = ^b[i]
	}
}
