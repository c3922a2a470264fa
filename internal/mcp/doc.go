// Package mcp is the kernel of servers of the Model Context Protocol: a stream of
// lines, messages with limits, tools with their arguments checked, answers with
// a bound. What the tools do is a package for each room, such as memorytools.
//
// [Server.Serve] is where a reader begins, and [Server.ServeHTTP] for HTTP. A
// [Tool] is what a client is told of it (name, description, schemas of arguments
// and answer, hints) and a function from arguments to an [Answer]. Whatever goes
// wrong in a tool is an answer too; protocol errors are for messages that reach no
// tool.
//
// An answer is bounded, because hosts cut what is too long for a model without
// saying so: what is left out is in the answer, with how to get it.
package mcp
