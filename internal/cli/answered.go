package cli

import "fmt"

// Answered is the error of a command that another process has answered: there
// is nothing left to report, and the exit code is the one of that process.
type Answered struct{ Code int }

// Error is for a log; no user sees it.
func (e *Answered) Error() string {
	return fmt.Sprintf("another process answered with exit code %d", e.Code)
}
