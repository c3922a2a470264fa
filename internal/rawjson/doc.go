// Package rawjson walks through JSON text without decoding it, so that what
// is not changed keeps its bytes: the order of members, numbers longer than a
// float, characters that need no escape. [Encode] writes values without changing
// them either.
//
// It accepts what RFC 8259 calls JSON text, in UTF-8 and nested at most
// [MaxDepth] deep, and nothing else. [Value] checks one value and says where it
// ends; [Members] and [Elements] call back at each value of a container, and
// the callback says where that ends, so that one pass both checks a text and
// finds the places in it that matter.
package rawjson

import "fmt"

// MaxDepth is how deep values may be nested.
const MaxDepth = 10_000

// SyntaxError says where a text stops being JSON, and why.
type SyntaxError struct {
	Offset  int    // in bytes, from 0
	Message string // such as "a , or } is missing"
}

// Error returns the message with the place.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s at offset %d", e.Message, e.Offset)
}

func syntax(at int, message string) error { return &SyntaxError{at, message} }
