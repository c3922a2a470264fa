// Package agmem is the memory of coding agents and of the people who work with them,
// kept on their own machine.
//
// A [Memory] is a short text that is worth keeping: what was learnt, decided
// or gone wrong, with tags, a digest and the place it comes from. Agents add
// memories while they work and search them before they work; a search
// ([Query]) returns digests ([Hit]), and the few that matter are then fetched
// whole.
//
// This package holds the nouns, the small interfaces that stores implement and
// the kinds of errors, and imports nothing but the standard library.
// Everything else depends on it, and ARCHITECTURE.md is the map:
//
//	cmd/agmem            the program: signals, streams, exit code
//	cmd/agmem-full       the same program with every part, see internal/wire/full
//	internal/wire        the only package that knows every other
//	internal/cli         command lines; cli/agmemcli, cli/memorycli, cli/memex and cli/metamemory have one file per command
//	internal/mcp         the kernel of the MCP servers; mcp/memorytools and mcp/banktools have one file per tool
//	internal/library     what crosses rooms: which source a call goes to, one list from several
//	internal/memories    the local store: memories, tags, change log
//	internal/banks       JSON banks, with their use cases
//	internal/cards       Markdown notes with links, with their use cases
//	internal/ledger      evidence, facts and task state, with their use cases
//	internal/search      the pipeline from a question to its hits
//	internal/fileindex   an index of documents that are in files
//	internal/textindex   terms in, scored documents out, on SQLite
//	internal/sqlitedb    the one way to open, migrate and write SQLite
//	internal/recall      analysis, query language, scoring: pure, no I/O
//
// To read the source, begin with [Memory] and ports.go, then follow one
// search: internal/cli/agmemcli/search.go, internal/library/finder.go,
// internal/memories/search.go, internal/search/search.go,
// internal/recall/rank.go. docs/walks.md has three such walks.
package agmem
