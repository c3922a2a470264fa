// Package jq runs jq filters over JSON texts, so that nothing of a text is
// lost that the filter did not touch.
//
// The language is gojq's, with some builtins of jq that it lacks, and without
// those that would reach outside: there are no modules, no further inputs and no
// environment.
//
// A value of the input that comes out of a filter, whole or reached by a path,
// is printed as it is stored: members in their order, 1.0 and 1e400 and
// 12345678901234567890 digit by digit, escapes as they were written. What the
// filter builds has its members sorted. Builtins that go over the members of an
// object see the same order; see teach. gojq computes with Go maps, slices and
// strings and copies what it changes, so the very same map at the end is the
// stored value, and a table from addresses to places in the text finds its
// bytes; see document.
//
// A filter runs in its own goroutine under a deadline and a limit on
// memory. gojq looks at the context between its instructions, and the context
// asks the meter of the run; builtins that can make much of little are defined
// again, so that they ask before they begin. A builtin may still be long: a
// caller is answered in time all the same, and the goroutine is left behind
// until that builtin ends. What it can still do then is in the comment of
// [Filter.Run].
package jq
