// Package toontest decodes TOON, so that tests can read what package toon
// prints. It is not part of the program.
//
// [Unmarshal] returns nil, bool, string, [json.Number], toon.Object and
// toon.Array, and nothing else. Decoded numbers are json.Number so that no
// digit is lost, always in the canonical form of the specification: two decoded
// numbers are equal exactly when their texts are. Beyond the numeric domain a
// token decodes as a string.
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
// start of a document.
//
// # Limits
//
// Containers nest at most toon.MaxDepth deep. Nested field groups make an
// object of every group in every row, so a short document could ask for very
// many of them: the decoder refuses to make more than a million of these, and
// one more for every two bytes of text.
package toontest
