package bankfile

import (
	"errors"
	"fmt"

	"github.com/agmem/agmem/internal/rawjson"
)

// DamageError says where a text stops being that of a bank, and why.
type DamageError struct {
	Offset  int // in bytes from 0
	Message string
}

// Error returns the sentence for people.
func (e *DamageError) Error() string {
	return fmt.Sprintf("the bank is damaged at offset %d: %s", e.Offset, e.Message)
}

// VersionError is about a bank of a version that this program does not know.
// Such a bank is not damaged and must not be repaired.
type VersionError struct {
	Found string // the JSON text of the version
}

// Error returns the sentence for people.
func (e *VersionError) Error() string {
	return fmt.Sprintf("the bank has the version %s, this program knows %d", e.Found, Version)
}

func corrupt(at int, format string, args ...any) error {
	return &DamageError{at, fmt.Sprintf(format, args...)}
}

// damage makes an error of the scanner one about the bank.
func damage(err error) error {
	if s, ok := errors.AsType[*rawjson.SyntaxError](err); ok {
		return corrupt(s.Offset, "%s", s.Message)
	}
	return err
}

// offsetOf returns where the damage is that an error is about, -1 where it
// does not say.
func offsetOf(err error) int {
	if s, ok := errors.AsType[*rawjson.SyntaxError](err); ok {
		return s.Offset
	}
	if e, ok := errors.AsType[*DamageError](err); ok {
		return e.Offset
	}
	return -1
}
