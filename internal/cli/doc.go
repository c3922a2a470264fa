// Package cli is the kernel of agmem's command lines: streams, output
// formats, errors with their exit codes, the rules of standard input, and what
// replaces the messages of cobra with those of agmem.
//
// A command is a function of a context, an [Environment] and arguments; it
// hands its result to [Console.Print] once as a [View], and the [Format] that
// was asked for renders it. What differs between programs is in their [Dialect]:
// its formats, the form of its errors and help, its exit codes.
// Nothing in here knows a memory or a bank.
package cli
