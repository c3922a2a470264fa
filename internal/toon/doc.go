// Package toon encodes TOON, the Token-Oriented Object Notation: a
// line-oriented, indentation-based text for JSON-shaped data that declares the
// length and the fields of an array once and then prints one row per element.
//
// toon-spec: 4.0
//
// The specification and its conformance fixtures live in the repository
// toon-format/spec; section numbers in the comments below refer to SPEC.md
// there. Nothing in agmem reads TOON; the decoder that its tests read it with
// is package toontest.
//
// # Values
//
// A document is a tree of nil, bool, string, number, [Object] and [Array].
// Objects keep the order of their keys. [Marshal] takes the following Go types
// and answers every other one with a [ValueError] that names it:
//
//   - nil, bool and string (valid UTF-8);
//   - int, int32, int64, uint, uint32, uint64, float64 and [json.Number];
//   - [Object], and [Array], []any, []string and []Object as arrays.
//
// Maps are refused because their order is not defined, and structs because
// their encoding is the caller's decision. An infinity or a NaN becomes null.
// Containers nest at most [MaxDepth] deep.
//
// # Numbers
//
// A json.Number is printed in the canonical form of the specification: 1.50 as
// 1.5, -0 as 0, 1E3 as 1000, and values outside 1e-6 to 1e21 with an exponent
// that has a sign, as in 1e-7 and 1e+21. The numeric domain ends at exponents
// of nine digits. Beyond it a json.Number is printed as a quoted string of its
// own text, so such a value survives a round trip too.
package toon
