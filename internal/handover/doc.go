// Package handover passes the command line of this process on to the full
// build of the program, which answers it in place of this one.
//
// The full build gets the same command line with the same name in front, so
// that a program that was called by a link keeps that name, and the same
// streams, environment and working folder. Where the system allows it, this
// process becomes the full build: the process id stays, and with it every
// signal reaches the right program. On Windows the full build is a child, and
// this process waits for its exit code.
//
// A variable of the environment says which process handed over, and in which
// version. The receiver learns from it that it must not hand over once more,
// and whether the two builds belong together.
package handover
