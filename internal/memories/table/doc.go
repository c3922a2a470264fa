// Package table is the tables of memories, and the verbs of one transaction
// that keep them in agreement.
//
// A [Record] is a memory as the file holds it; memory.go writes one with its
// tags and its terms, and every change leaves a row in the change log
// (changes.go). Functions take a [Txn] and compose within it; [DB] makes one
// and ends it. The steps that made the tables are in migrate.go and in the
// folder migrations.
package table
