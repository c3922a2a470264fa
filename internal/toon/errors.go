package toon

import "fmt"

// ValueError says which part of a value cannot be encoded, and why.
type ValueError struct {
	Path string // the way to the part, as in results[2].score; empty at the root
	Msg  string // a sentence that says what is wrong
}

// Error returns the path and the sentence.
func (e *ValueError) Error() string {
	if e.Path == "" {
		return "toon: " + e.Msg
	}
	return "toon: " + e.Path + ": " + e.Msg
}

// valuef makes a ValueError for the value at hand; the containers around it add
// their steps on the way out.
func valuef(format string, args ...any) *ValueError {
	return &ValueError{Msg: fmt.Sprintf(format, args...)}
}

// under puts the step that led to the faulty part in front of its path.
func (e *ValueError) under(step string) *ValueError {
	if e.Path != "" && e.Path[0] != '[' {
		step += "."
	}
	e.Path = step + e.Path
	return e
}
