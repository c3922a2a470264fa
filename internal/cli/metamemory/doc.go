// Package metamemory is the command line of the program meta-memory: the evidence
// ledger for agents and their adapters. One file per command, each with the fields
// that it reads, its result and its run.
//
// Every command reads one JSON object from standard input and prints one. A
// failure is one line of JSON on standard error, with exit code 1, whatever went
// wrong: the callers are programs that were written for another implementation.
package metamemory
