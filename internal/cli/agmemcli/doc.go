// Package agmemcli is the command line of the program agmem: one file per
// command, each with its options, its flags, its run and the forms of its
// result.
package agmemcli
