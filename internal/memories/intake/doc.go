// Package intake takes in memories that exist elsewhere, thousands in a
// transaction.
//
// # What becomes of a memory
//
// [Run] asks the file what it knows of an incoming memory (locate.go), and one
// function decides from that alone (decide.go): it is new, newer, known, kept
// out by a tombstone, or brought back. An import writes what was decided
// (bulk.go); a dry run lays it over the file in a temporary table and reports
// the same (rehearse.go).
//
// # Pace
//
// Memories are checked and analysed a few chunks ahead of the writer
// (ahead.go), and their terms are turned around in another goroutine
// (indexer.go). A transaction takes about a second at most, so that other
// writers get their turn.
//
// # Other databases
//
// [CheckDatabase] knows the databases of two other implementations by their
// tables and reads them row by row (foreign.go, legacy.go, llmemory.go).
package intake
