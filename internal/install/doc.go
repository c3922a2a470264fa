// Package install wires agmem into the programs that host agents, and takes it
// out again.
//
// What a host needs are pieces in its files: a member of a JSON object, a block of
// lines between two marks, or a file of our own. A [Plan] says what would change
// before anything does. Each file is changed as text, so that everything else in it
// keeps its bytes; the file as it was is kept, and comes back when the host is
// taken out and nobody has edited the file. Where somebody has, the pieces alone
// are taken out.
package install
