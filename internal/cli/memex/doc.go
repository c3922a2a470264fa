// Package memex is the command line of the program memex: cards, which are
// Markdown notes with [[links]] between them, after the design of memex. One
// file per command, each with its options, its flags, its run and its result.
//
// The plain output is made for agents and people alike, line by line as the
// design has it; --json writes the same for programs. A card that cannot be
// read is a warning and does not hide the others.
package memex
