// Package sqlitedb is the one way to open, migrate and write a SQLite database.
//
// # Kinds of databases
//
// [Open] is for a file that must never lose anything: it is made private, its
// header is checked, its tables are brought up to date, and a commit is on the
// disk when it returns. [OpenCache] is for a file that can be made again,
// [OpenMemory] for tables that end with the process, and [OpenForeign] reads
// what another program wrote.
//
// # Transactions
//
// [DB.Read] sees one moment of the database, and others go on writing. Writers
// of all processes take turns: [DB.Write] waits for its turn (BEGIN IMMEDIATE),
// and a caller may give up the wait. A transaction is undone where its function
// returns an error or panics. [Tx] has the few verbs that rooms need.
//
// # Components
//
// A [Component] is the tables of one room, with the numbered steps that made
// them. Several rooms can keep their tables in one file, each with a number of
// its own: one of them in the header of the file, the others in the table
// sqlitedb_components.
//
// # Errors
//
// What comes out of this package has a kind, a sentence with the path of the
// file, and a next step if there is one.
package sqlitedb
