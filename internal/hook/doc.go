// Package hook is what hosts of agents tell agmem at the moments of a session, and
// what they take for an answer: the hooks of Claude Code, whose form Codex shares.
//
// It also keeps what lasts from one hook to the next: what a session has been shown
// already, and a spool of what a session said at its end, which a later command
// takes in. A hook must never break a session. What cannot be read is an error here,
// and silence in the command.
package hook
