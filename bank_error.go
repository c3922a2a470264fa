package agmem

import (
	"context"
	"errors"
)

// BankCode is the stable name of what can go wrong with a bank. It is finer
// than a [Kind]: each code has one.
type BankCode string

// The codes.
const (
	BankUsage            BankCode = "USAGE"
	BankNotFound         BankCode = "BANK_NOT_FOUND"
	KeyNotFound          BankCode = "KEY_NOT_FOUND"
	InvalidBankName      BankCode = "INVALID_BANK_NAME"
	InvalidKey           BankCode = "INVALID_KEY"
	InvalidJSON          BankCode = "INVALID_JSON"
	InvalidScope         BankCode = "INVALID_SCOPE"
	InvalidTTL           BankCode = "INVALID_TTL"
	InvalidPattern       BankCode = "INVALID_PATTERN"
	InvalidSchema        BankCode = "INVALID_SCHEMA"
	SchemaViolation      BankCode = "SCHEMA_VIOLATION"
	FilterError          BankCode = "FILTER_ERROR"
	KeyExists            BankCode = "KEY_EXISTS"
	BankExists           BankCode = "BANK_EXISTS"
	AmbiguousScope       BankCode = "AMBIGUOUS_SCOPE"
	BankConflict         BankCode = "CONFLICT" // another process holds the bank
	ConfirmationRequired BankCode = "CONFIRMATION_REQUIRED"
	TTLExpired           BankCode = "TTL_EXPIRED"
	KeyTooLong           BankCode = "KEY_TOO_LONG"
	ValueTooLarge        BankCode = "VALUE_TOO_LARGE"
	BankTooLarge         BankCode = "BANK_TOO_LARGE"
	TooManyKeys          BankCode = "TOO_MANY_KEYS"
	BankCorrupt          BankCode = "BANK_CORRUPT"
	PermissionDenied     BankCode = "PERMISSION_DENIED"
	BankIOError          BankCode = "IO_ERROR"
	BankTimeout          BankCode = "TIMEOUT"
	BankCancelled        BankCode = "CANCELLED"
	BankInternal         BankCode = "INTERNAL_ERROR"
)

// Kind returns the class of the code.
func (c BankCode) Kind() Kind {
	switch c {
	case BankUsage:
		return Usage
	case BankNotFound, KeyNotFound:
		return NotFound
	case InvalidBankName, InvalidKey, InvalidJSON, InvalidScope, InvalidTTL, InvalidPattern,
		InvalidSchema, SchemaViolation, FilterError:
		return Invalid
	case KeyExists, BankExists, AmbiguousScope, ConfirmationRequired:
		return Conflict
	case TTLExpired:
		return Expired
	case KeyTooLong, ValueTooLarge, BankTooLarge, TooManyKeys:
		return TooLarge
	case BankCorrupt:
		return Corrupt
	case PermissionDenied:
		return Denied
	case BankConflict, BankIOError, BankTimeout:
		return Unavailable
	case BankCancelled:
		return Cancelled
	default:
		return Internal
	}
}

// bankCode is the code of an error that has no other: what is wrong with a file
// that is no bank, such as the configuration, is IO_ERROR.
func bankCode(kind Kind) BankCode {
	switch kind {
	case Usage:
		return BankUsage
	case Denied:
		return PermissionDenied
	case Corrupt:
		return BankCorrupt
	case Cancelled:
		return BankCancelled
	case Internal:
		return BankInternal
	default:
		return BankIOError
	}
}

// BankError is an error about a bank. Everything but Code and Err may be zero.
// Its JSON form is a promise.
type BankError struct {
	Code  BankCode
	Bank  string
	Scope Scope
	Key   string
	// Offset is where JSON ends being JSON, in bytes from 0; nil for none.
	Offset *int
	// Pointer is where a value breaks its schema (RFC 6901), Rule is what it
	// breaks there. The pointer to the whole value is empty, so Rule says
	// whether there is one.
	Pointer string
	Rule    string
	Err     *Error // kind, sentence and hint
}

// Error returns the sentence for people.
func (e *BankError) Error() string { return e.Err.Error() }

// Unwrap returns the error with its kind.
func (e *BankError) Unwrap() error { return e.Err }

// BankErrorf makes an error of a code. A %w verb keeps the cause.
func BankErrorf(code BankCode, format string, args ...any) *BankError {
	return &BankError{Code: code, Err: Errorf(code.Kind(), format, args...)}
}

// WithHint returns a copy of the error that names the next step.
func (e *BankError) WithHint(format string, args ...any) *BankError {
	c := *e
	c.Err = e.Err.WithHint(format, args...)
	return &c
}

// In returns a copy of the error that says which bank it is about.
func (e *BankError) In(bank string, scope Scope) *BankError {
	c := *e
	c.Bank, c.Scope = bank, scope
	return &c
}

// At returns a copy of the error that says which key it is about.
func (e *BankError) At(key string) *BankError {
	c := *e
	c.Key = key
	return &c
}

// AsBankError returns err as an error of a bank. One that is none gets the
// code of its kind.
func AsBankError(err error) *BankError {
	if e, ok := errors.AsType[*BankError](err); ok {
		return e
	}
	switch {
	case errors.Is(err, context.Canceled):
		return &BankError{Code: BankCancelled, Err: &Error{Kind: Cancelled, Message: "interrupted", Err: err}}
	case errors.Is(err, context.DeadlineExceeded):
		return BankErrorf(BankTimeout, "the time is over: %w", err)
	}
	own, ok := errors.AsType[*Error](err)
	if !ok {
		own = &Error{Kind: Internal, Message: err.Error(), Err: err}
	}
	code := bankCode(own.Kind)
	if code == BankInternal {
		own = &Error{Kind: Internal, Message: "internal error: " + own.Message, Err: own.Err,
			Hint: "this is a bug; please report the command, this message and the output of --version"}
	}
	return &BankError{Code: code, Err: own}
}

// About returns err, which must be an error of a bank or have a kind, as an
// error about this bank, unless it says that itself.
func About(err error, bank string, scope Scope) error {
	if err == nil {
		return nil
	}
	if e := AsBankError(err); e.Bank == "" {
		return e.In(bank, scope)
	}
	return err
}

// MarshalJSON returns the error as programs read it: code and message, and of
// the rest what there is.
func (e *BankError) MarshalJSON() ([]byte, error) {
	var pointer *string
	if e.Rule != "" {
		pointer = &e.Pointer
	}
	return marshal(struct {
		Code    BankCode `json:"code"`
		Message string   `json:"message"`
		Hint    string   `json:"hint,omitempty"`
		Bank    string   `json:"bank,omitempty"`
		Scope   Scope    `json:"scope,omitempty"`
		Key     string   `json:"key,omitempty"`
		Offset  *int     `json:"offset,omitempty"`
		Pointer *string  `json:"pointer,omitempty"`
		Rule    string   `json:"rule,omitempty"`
	}{e.Code, e.Err.Message, e.Err.Hint, e.Bank, e.Scope, e.Key, e.Offset, pointer, e.Rule})
}
