// Package clitest is what the tests of the command lines share: the program
// with a clock that a test sets, the commands of golden sessions, command lines
// run in the process of the test, and the comparison of a page of docs/ with
// the JSON that is really written.
package clitest
