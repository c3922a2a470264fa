// Package memory is the command line of the program memory: the memories of
// agmem under numbers, after the specification of LLMemory. One file per command,
// each with its options, its flags, its run and its result.
//
// It is a second face of the store that agmem writes to: what one stores the
// other finds. Its own are the numbers, tags in lower case, a limit of 10,000
// characters, and a search in three tiers.
package memory
