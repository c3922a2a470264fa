// Package memories is the local source: memories, tags and the change log in
// one SQLite file.
//
// A process opens the file for one command and writes for milliseconds, while
// others do the same: writers take turns with BEGIN IMMEDIATE and wait for
// each other, readers see the last commit (WAL).
//
// # Reading
//
// Open is in open.go. Exported methods, one file for each verb (add.go, get.go,
// …), open a transaction and read like a table of contents; the work is done
// by functions of (ctx, txn), which compose within one transaction. What the
// tables hold, and what keeps them in agreement, is in the package table, which
// every change of a memory passes through. An import is in the package intake.
// A search is that of the package search over the corpus in corpus.go.
//
// # Ids and numbers
//
// A memory has an id, a UUID that the world sees, and a number that joins the
// tables. A number is never given to a second memory; a deleted memory that
// comes back under its id (undo, a reviving import) has its old one.
//
// # Expiry
//
// An expired memory is not found by search, list, tags and stats; Get and
// Update say Expired. It stays in the file for agmem.UndoDays: Export includes
// it, Delete removes it, and adding its content again revives it.
//
// After that, and after as many days without a change of it, some later write
// removes it as a purge does (table/forget.go). The history then has a deletion
// without an author that names the expiry as its reason. Any write may do that,
// a few memories at a time. A write that finds nothing to remove only looks it up.
//
// # Undo
//
// A change keeps what was before it for agmem.UndoDays, and says by whom and in
// which session it was made. Undo takes back the last call of the own session
// that changed something, is a change itself, and so the undo of an undo does it
// again. Fetches counted since a change survive its undo.
//
// # Purge
//
// Delete with Purge overwrites the content in the file and empties the WAL. What
// goes because it is old is overwritten too, and leaves the WAL when the last
// program closes the file.
// What remains is the id and the SHA-256 of the content (the tombstone), the
// times and the author of the changes, tags that other memories carry, and
// the words of the text, without order, in segments of the text index until
// they are merged. Copies that the disk or a backup made are beyond reach.
package memories
