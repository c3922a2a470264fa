// Package ledger is the evidence ledger: what was said and done, as events that
// are only ever added, and what agents made of it: facts, the state of sessions,
// resources of a workspace, core blocks, relations between all of these, and the
// results of checking them.
//
// # Reading
//
// The nouns are in event.go, records.go and results.go, in the order in which
// their JSON is printed. The use cases are methods of [Ledger], a file for each;
// each is one transaction. What they share is in entry.go, which reads and writes
// a row of whatever kind.
//
// # Scopes
//
// Everything is written in a [Scope], and what one scope holds is not seen from
// another, except for facts and core blocks of a global scope, which are seen from
// everywhere.
//
// # Audit
//
// A write that is not evidence itself adds an event that says what was written, in
// the same transaction. Such events are left out of searches and packs unless
// they are asked for.
//
// # Packs
//
// [Ledger.ContextPack] fills a budget of tokens with what answers a question
// best (fill.go), and says what speaks against what it packed: missing evidence
// (citations.go), relations (temporal.go), a workspace that has changed
// (drift.go), and checks that did not pass.
package ledger
