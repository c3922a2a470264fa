package banks

import (
	"context"
	"errors"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks/bankfile"
)

// Code is the stable name of what can go wrong with a bank, as programs read
// it. It is finer than a kind of error: each code has one.
type Code string

// The codes.
const (
	Usage                Code = "USAGE"
	BankNotFound         Code = "BANK_NOT_FOUND"
	KeyNotFound          Code = "KEY_NOT_FOUND"
	InvalidBankName      Code = "INVALID_BANK_NAME"
	InvalidKey           Code = "INVALID_KEY"
	InvalidJSON          Code = "INVALID_JSON"
	InvalidScope         Code = "INVALID_SCOPE"
	InvalidTTL           Code = "INVALID_TTL"
	InvalidPattern       Code = "INVALID_PATTERN"
	InvalidSchema        Code = "INVALID_SCHEMA"
	SchemaViolation      Code = "SCHEMA_VIOLATION"
	FilterError          Code = "FILTER_ERROR"
	SecretFound          Code = "SECRET_FOUND" // that of package secrets
	KeyExists            Code = "KEY_EXISTS"
	BankExists           Code = "BANK_EXISTS"
	AmbiguousScope       Code = "AMBIGUOUS_SCOPE"
	Conflict             Code = "CONFLICT" // another process holds the bank
	ConfirmationRequired Code = "CONFIRMATION_REQUIRED"
	TTLExpired           Code = "TTL_EXPIRED"
	KeyTooLong           Code = "KEY_TOO_LONG"
	ValueTooLarge        Code = "VALUE_TOO_LARGE"
	BankTooLarge         Code = "BANK_TOO_LARGE"
	TooManyKeys          Code = "TOO_MANY_KEYS"
	BankCorrupt          Code = "BANK_CORRUPT"
	PermissionDenied     Code = "PERMISSION_DENIED"
	IOError              Code = "IO_ERROR"
	Timeout              Code = "TIMEOUT"
	Cancelled            Code = "CANCELLED"
	Internal             Code = "INTERNAL_ERROR"
)

// Kind returns the class of the code.
func (c Code) Kind() agmem.Kind {
	switch c {
	case Usage:
		return agmem.Usage
	case BankNotFound, KeyNotFound:
		return agmem.NotFound
	case InvalidBankName, InvalidKey, InvalidJSON, InvalidScope, InvalidTTL, InvalidPattern,
		InvalidSchema, SchemaViolation, FilterError, SecretFound:
		return agmem.Invalid
	case KeyExists, BankExists, AmbiguousScope, ConfirmationRequired:
		return agmem.Conflict
	case TTLExpired:
		return agmem.Expired
	case KeyTooLong, ValueTooLarge, BankTooLarge, TooManyKeys:
		return agmem.TooLarge
	case BankCorrupt:
		return agmem.Corrupt
	case PermissionDenied:
		return agmem.Denied
	case Conflict, IOError, Timeout:
		return agmem.Unavailable
	case Cancelled:
		return agmem.Cancelled
	default:
		return agmem.Internal
	}
}

// codeOfKind is the code of an error that brings none: what is wrong with a
// file that is not a bank, such as the configuration, is IO_ERROR.
func codeOfKind(kind agmem.Kind) Code {
	switch kind {
	case agmem.Usage:
		return Usage
	case agmem.Denied:
		return PermissionDenied
	case agmem.Cancelled:
		return Cancelled
	case agmem.Internal:
		return Internal
	default:
		return IOError
	}
}

// The details of an error about a bank.
const (
	detailBank    = "bank"
	detailScope   = "scope"
	detailKey     = "key"
	detailOffset  = "offset"  // where a text ends being JSON, in bytes from 0
	detailPointer = "pointer" // where a value breaks its schema (RFC 6901)
	detailRule    = "rule"    // of the schema, that is broken there

	// detailElsewhere is the scope that has a key which a change did not
	// find; see FoundIn.
	detailElsewhere = "elsewhere"
)

// Errorf makes an error of a code. A %w verb keeps the cause.
func Errorf(code Code, format string, args ...any) *agmem.Error {
	return agmem.Errorf(code.Kind(), format, args...).WithCode(string(code))
}

// HasCode says whether an error has a code.
func HasCode(err error, code Code) bool { return agmem.CodeOf(err) == string(code) }

// AsError returns err with a code. An error without one gets the code of its
// kind, and an unexpected one is reported as a bug.
func AsError(err error) *agmem.Error {
	own, ok := errors.AsType[*agmem.Error](err)
	switch {
	case ok && own.Code != "":
		return own
	case errors.Is(err, context.Canceled):
		return &agmem.Error{Kind: agmem.Cancelled, Code: string(Cancelled), Message: "interrupted", Err: err}
	case errors.Is(err, context.DeadlineExceeded):
		return Errorf(Timeout, "the time limit was reached: %w", err)
	case !ok:
		own = &agmem.Error{Kind: agmem.Internal, Message: err.Error(), Err: err}
	}
	code := codeOfKind(own.Kind)
	if code == Internal {
		own = &agmem.Error{Kind: agmem.Internal, Message: "internal error: " + own.Message, Err: own.Err,
			Hint: "this is a bug; please report the command, this message and the output of --version"}
	}
	return own.WithCode(string(code))
}

// About returns err as an error about this bank, unless it names one itself;
// nil stays nil.
func About(err error, bank string, scope Scope) error {
	if err == nil {
		return nil
	}
	if e := AsError(err); e.Detail(detailBank) == nil {
		return aboutBank(e, bank, scope)
	}
	return err
}

func aboutBank(e *agmem.Error, bank string, scope Scope) *agmem.Error {
	return e.With(detailBank, bank).With(detailScope, scope)
}

// AboutKey returns err as an error about this key.
func AboutKey(err error, key string) *agmem.Error { return AsError(err).With(detailKey, key) }

// atOffset adds to an error where in a text it is.
func atOffset(e *agmem.Error, offset int) *agmem.Error { return e.With(detailOffset, offset) }

// FoundIn returns the scope that has a key which a change did not find in
// its own; empty if there is none.
func FoundIn(err error) Scope {
	e, ok := errors.AsType[*agmem.Error](err)
	if !ok {
		return AnyScope
	}
	scope, _ := e.Detail(detailElsewhere).(Scope)
	return scope
}

// Damaged gives an error of package bankfile its code; any other is returned
// as it is.
func Damaged(err error) error {
	if e, ok := errors.AsType[*bankfile.DamageError](err); ok {
		return atOffset(Errorf(BankCorrupt, "%w", err), e.Offset).WithStep(agmem.ActionRepairBanks, "")
	}
	if _, ok := errors.AsType[*bankfile.VersionError](err); ok {
		return Errorf(BankCorrupt, "%w", err).WithHint("a newer agmem may know this version; nothing was changed")
	}
	return err
}

// Failure is an error as programs read it. Its JSON form is a stable interface.
type Failure struct {
	Code    Code    `json:"code"`
	Message string  `json:"message"`
	Hint    string  `json:"hint,omitempty"`
	Bank    string  `json:"bank,omitempty"`
	Scope   Scope   `json:"scope,omitempty"`
	Key     string  `json:"key,omitempty"`
	Offset  *int    `json:"offset,omitempty"`
	Pointer *string `json:"pointer,omitempty"` // empty for the whole value
	Rule    string  `json:"rule,omitempty"`
}

// Describe returns what programs are told of an error.
func Describe(err error) Failure {
	e := AsError(err)
	f := Failure{Code: Code(e.Code), Message: e.Message, Hint: e.Hint}
	f.Bank, _ = e.Detail(detailBank).(string)
	f.Scope, _ = e.Detail(detailScope).(Scope)
	f.Key, _ = e.Detail(detailKey).(string)
	f.Rule, _ = e.Detail(detailRule).(string)
	if offset, ok := e.Detail(detailOffset).(int); ok {
		f.Offset = &offset
	}
	if pointer, ok := e.Detail(detailPointer).(string); ok {
		f.Pointer = &pointer
	}
	return f
}
