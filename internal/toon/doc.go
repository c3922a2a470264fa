// Package toon encodes and decodes TOON, the Token-Oriented Object Notation: a
// line-oriented, indentation-based text for JSON-shaped data that declares the
// length and the fields of an array once and then prints one row per element.
//
// toon-spec: 4.0
//
// The specification and its conformance fixtures live in the repository
// toon-format/spec; section numbers in the comments below refer to SPEC.md
// there.
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
//
// [Unmarshal] returns nil, bool, string, [json.Number], Object and Array, and
// nothing else.
//
// # Numbers
//
// Decoded numbers are json.Number so that no digit is lost, always in the
// canonical form of the specification: 1.50 reads as 1.5, -0 as 0, 1E3 as 1000,
// and values outside 1e-6 to 1e21 take an exponent with a sign, as in 1e-7 and
// 1e+21. Two decoded numbers are therefore equal exactly when their texts are.
// The numeric domain ends at exponents of nine digits. Beyond it a token
// decodes as a string, and a json.Number encodes as a quoted string of its own
// text, so such a value survives a round trip too.
//
// # Strictness
//
// The decoder is strict unless [UnmarshalOptions] says otherwise. A lenient
// decoder accepts a declared length that the content does not meet, blank lines
// inside arrays, indentation that is not a multiple of the indent size, depth
// jumps, raw control characters in quoted strings, and ill-formed UTF-8, which
// it reads as U+FFFD; it lets the last of several equal keys win, at the place
// of the first; it reads a malformed or misplaced header as a plain key; and it
// counts a tab in the indentation as one level. Everything else is an error in
// both modes, in particular a row whose cells do not match the fields.
//
// The specification is silent on byte order marks. The decoder drops one at the
// start of a document, and the encoder never begins a document with one.
//
// # Limits
//
// Containers nest at most [MaxDepth] deep. Nested field groups make an object
// of every group in every row, so a short document could ask for very many of
// them: the decoder refuses to make more than a million of these, and one more
// for every two bytes of text.
package toon
