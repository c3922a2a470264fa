// Package memorycli is the command line of the program memory-cli: JSON values
// under keys in banks, after the memory specification of slop-mcp. One file
// per command, each with its options, its flags, its run and its result.
//
// Results and errors are indented JSON, always: who calls this program reads
// it with jq or a JSON parser, and two listings have a table for people. What
// a bank stores is written as it is stored, never decoded and encoded again.
package memorycli
