package agmem

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// Kind is the class of an error. Every face of the program has one table from
// Kind to its own exit code, HTTP status or error code; nothing anywhere
// compares the text of an error.
type Kind int

// The kinds, from "the caller mistyped" to "we have a bug". Their order is
// not significant and their names are part of the stable JSON interface.
const (
	// Internal is a bug in agmem, and the kind of every error that is not ours.
	Internal Kind = iota
	// Usage is a malformed command line or call.
	Usage
	// Invalid is well-formed input whose content is refused.
	Invalid
	// NotFound is an id, tag, key or source that does not exist.
	NotFound
	// Conflict is an operation that would break what is already there.
	Conflict
	// Denied is a missing permission, of the file system or of a remote source.
	Denied
	// Expired is something that existed and whose time is over.
	Expired
	// TooLarge is content beyond a stated limit.
	TooLarge
	// Corrupt is stored data that cannot be read.
	Corrupt
	// Unavailable is a store or service that cannot be used right now: a full
	// disk, a lock that did not come free, a network that does not answer.
	Unavailable
	// Cancelled is a caller that gave up.
	Cancelled
)

// String returns the kind in snake_case, the stable `code` of JSON errors.
func (k Kind) String() string {
	switch k {
	case Usage:
		return "usage"
	case Invalid:
		return "invalid"
	case NotFound:
		return "not_found"
	case Conflict:
		return "conflict"
	case Denied:
		return "denied"
	case Expired:
		return "expired"
	case TooLarge:
		return "too_large"
	case Corrupt:
		return "corrupt"
	case Unavailable:
		return "unavailable"
	case Cancelled:
		return "cancelled"
	default:
		return "internal"
	}
}

// Error is an error for people and programs: a kind for machines, a
// sentence for people and, if there is one, the next step.
type Error struct {
	Kind Kind
	// Code is a stable name that is finer than the kind, such as KEY_EXISTS.
	// Each room lists its own; empty where the kind says all.
	Code    string
	Message string // one sentence, lower case, no period
	// Hint is what to do next, in words that hold in every face. Empty where
	// nothing useful can be said.
	Hint string
	// Next is what Hint says, for faces that have a command for it; may be zero.
	Next Step
	// Details are facts for programs: which bank, which key, where in a text.
	Details []Detail
	Err     error // the cause, kept for errors.Is and --verbose; may be nil
}

// Detail is a fact about an error, by a name that stays.
type Detail struct {
	Name  string
	Value any
}

// Error returns the sentence for people. The cause is not part of it: a
// message that needs its cause says so itself.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errorf makes an error of a kind. A %w verb keeps the cause.
func Errorf(kind Kind, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Kind: kind, Message: err.Error(), Err: errors.Unwrap(err)}
}

// Unreadable gives an error of the file system about a file that is to be read its
// kind and its sentence.
func Unreadable(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Errorf(NotFound, "there is no file %s", path)
	case errors.Is(err, fs.ErrPermission):
		return Errorf(Denied, "cannot read %s: %w", path, err)
	}
	return Errorf(Unavailable, "cannot read %s: %w", path, err)
}

// WithHint returns a copy of the error that names the next step.
func (e *Error) WithHint(format string, args ...any) *Error {
	c := *e
	c.Hint = fmt.Sprintf(format, args...)
	return &c
}

// WithCode returns a copy of the error that has a stable code.
func (e *Error) WithCode(code string) *Error {
	c := *e
	c.Code = code
	return &c
}

// With returns a copy of the error with a detail, in the place of an earlier
// one of that name.
func (e *Error) With(name string, value any) *Error {
	c := *e
	c.Details = slices.DeleteFunc(slices.Clone(e.Details), func(d Detail) bool { return d.Name == name })
	c.Details = append(c.Details, Detail{name, value})
	return &c
}

// Detail returns the detail of a name, nil if there is none.
func (e *Error) Detail(name string) any {
	for _, d := range e.Details {
		if d.Name == name {
			return d.Value
		}
	}
	return nil
}

// CodeOf returns the code of the first [Error] in err's chain, empty for an
// error that has none.
func CodeOf(err error) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// KindOf returns the kind of the first [Error] in err's chain, Internal for
// an error that has none.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}

// EntryError says which memory of an import is refused, and why.
type EntryError struct {
	Index int // in the sequence that was given, from 0
	Err   error
}

// Error names the entry by its place, from 1.
func (e *EntryError) Error() string { return fmt.Sprintf("memory %d: %v", e.Index+1, e.Err) }

// Unwrap returns the reason, which has a kind.
func (e *EntryError) Unwrap() error { return e.Err }
