package toontest

import "fmt"

// SyntaxError says where a document is not valid TOON, and why.
type SyntaxError struct {
	Line int    // the line at fault, counted from 1
	Msg  string // a sentence that says what is wrong
}

// Error returns the line and the sentence.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("toon: line %d: %s", e.Line, e.Msg)
}

// syntaxf makes a SyntaxError for a line.
func syntaxf(line int, format string, args ...any) error {
	return &SyntaxError{Line: line, Msg: fmt.Sprintf(format, args...)}
}
