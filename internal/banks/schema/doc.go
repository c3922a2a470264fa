// Package schema checks JSON values against a JSON Schema of the dialect
// 2020-12, and says where a value breaks which rule.
//
// A schema is compiled once: every keyword has its type checked, every
// reference is resolved inside the document, and becomes a check; nothing is
// ever fetched. Numbers are decimals of any length, never floats: a value of
// 9007199254740993 is not 9007199254740992, and 19.99 is a multiple of 0.01.
//
// Not as the specification has it: patterns are those of Go's regexp package
// (no look-around, no back-references), formats and the content keywords are
// annotations, and a reference can only lead to where a keyword of the dialect
// has a schema.
package schema
