// Package mcp serves the banks over the Model Context Protocol: seven tools,
// each in a file of its own, over a stream of lines.
//
// [Serve] is where a reader begins. A [tool] is what a client is told of it
// (name, description, schema of the arguments, hints) and a function from
// arguments to an [answer]. Whatever goes wrong in a tool is an answer too, the
// one that the command line prints; protocol errors are for messages that reach
// no tool.
//
// The texts of answers are the JSON that the command line prints, on one line.
// An answer is bounded, because hosts cut what is too long for a model without
// saying so: what is left out stands in the answer, with how to get it.
package mcp
