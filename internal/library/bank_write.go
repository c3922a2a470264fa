package library

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/bankfile"
	"github.com/agmem/agmem/internal/jq"
	"github.com/agmem/agmem/internal/rawjson"
	"github.com/agmem/agmem/internal/schema"
)

// WriteRequest asks for a value to be stored.
type WriteRequest struct {
	Key   string
	Value []byte // JSON text
	TTL   int64  // seconds until it expires; 0 for never
	// CreateOnly refuses a key that exists, UpdateOnly one that does not.
	CreateOnly, UpdateOnly bool
}

// What a write did.
const (
	created = "create"
	updated = "update"
)

// BankWritten is the result of a write.
type BankWritten struct {
	Success   bool   `json:"success"`
	Key       string `json:"key"`
	Bank      string `json:"bank"`
	Operation string `json:"operation"` // create or update
	// Value is the new value, of an update alone.
	Value json.RawMessage `json:"value,omitempty"`
}

// Write stores a value, in the project if there is one, else in the user's
// bank, unless a scope is asked for. An earlier ttl is gone. An expired entry
// counts as missing.
func (e BankEntries) Write(ctx context.Context, ref agmem.BankRef, req WriteRequest) (BankWritten, error) {
	if req.CreateOnly && req.UpdateOnly {
		return BankWritten{}, agmem.BankErrorf(agmem.BankUsage, "create-only and update-only contradict each other")
	}
	value, err := checkWrite(ref.Bank, req)
	if err != nil {
		return BankWritten{}, agmem.About(err, ref.Bank, ref.Scope)
	}
	folder, err := e.shelves.writing(ref.Scope)
	if err != nil {
		return BankWritten{}, err
	}
	done := BankWritten{Success: true, Key: req.Key, Bank: ref.Bank}
	now := e.shelves.now()
	err = folder.Change(ctx, ref.Bank, !req.UpdateOnly, func(b *bankfile.Bank, _ bool) error {
		old, exists := live(b, req.Key, now)
		switch {
		case exists && req.CreateOnly:
			return agmem.BankErrorf(agmem.KeyExists, "key '%s' exists already in bank '%s'", req.Key, ref.Bank).At(req.Key)
		case !exists && req.UpdateOnly:
			return noKey(ref.Bank, folder.Scope(), req.Key)
		}
		if err := checkSchema(b, value); err != nil {
			return agmem.AsBankError(err).At(req.Key)
		}
		done.Operation = updated
		if !exists {
			done.Operation, old.CreatedAt = created, now
		}
		b.Put(agmem.Entry{Key: req.Key, Value: value, CreatedAt: old.CreatedAt, UpdatedAt: now, TTL: req.TTL})
		return nil
	})
	if req.UpdateOnly && hasCode(err, agmem.BankNotFound) {
		err = noKey(ref.Bank, folder.Scope(), req.Key)
	}
	return done, err
}

func checkWrite(bank string, req WriteRequest) ([]byte, error) {
	if err := checkPlace(bank, req.Key); err != nil {
		return nil, err
	}
	if err := checkTTL(req.TTL); err != nil {
		return nil, err
	}
	value, err := checkJSON(req.Value, "the value")
	if err != nil {
		return nil, agmem.AsBankError(err).At(req.Key)
	}
	return value, checkSize(req.Key, value)
}

func checkSize(key string, value []byte) error {
	if n := rawjson.CompactSize(value); n > agmem.MaxBankValue {
		return agmem.BankErrorf(agmem.ValueTooLarge, "the value has %d bytes, the limit is %d", n, agmem.MaxBankValue).
			WithHint("split it over several keys").At(key)
	}
	return nil
}

// checkSchema checks a value against the schema of the bank, if it has one.
func checkSchema(b *bankfile.Bank, value []byte) error {
	text := b.Schema()
	if text == nil {
		return nil
	}
	s, err := schema.Compile(text)
	if err != nil {
		return err
	}
	return s.Check(value)
}

// UpdateRequest asks for a value to be changed by a jq filter.
type UpdateRequest struct {
	Key    string
	Filter string
	Create bool // begin with null where the key does not exist
	// Debug gets the messages of the filter; nil drops them.
	Debug io.Writer
}

// Update changes a value where a write would go. The filter must give exactly
// one result. The ttl stays and begins again.
func (e BankEntries) Update(ctx context.Context, ref agmem.BankRef, req UpdateRequest) (BankWritten, error) {
	if err := checkPlace(ref.Bank, req.Key); err != nil {
		return BankWritten{}, err
	}
	filter, err := jq.Compile(req.Filter)
	if err != nil {
		return BankWritten{}, agmem.About(err, ref.Bank, ref.Scope)
	}
	filter.Debug = req.Debug
	folder, err := e.shelves.writing(ref.Scope)
	if err != nil {
		return BankWritten{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, maxQueryTime)
	defer cancel()
	done := BankWritten{Success: true, Key: req.Key, Bank: ref.Bank, Operation: updated}
	now := e.shelves.now()
	err = folder.Change(ctx, ref.Bank, req.Create, func(b *bankfile.Bank, _ bool) error {
		old, exists := live(b, req.Key, now)
		if !exists && !req.Create {
			return noKey(ref.Bank, folder.Scope(), req.Key)
		}
		if !exists {
			done.Operation = created
			old = agmem.Entry{Key: req.Key, Value: []byte("null"), CreatedAt: now}
		}
		value, err := filter.Update(ctx, old.Value)
		if err == nil {
			value, err = checkJSON(value, "the result")
		}
		if err == nil {
			err = errors.Join(checkSize(req.Key, value), checkSchema(b, value))
		}
		if err != nil {
			return agmem.AsBankError(err).At(req.Key)
		}
		done.Value = value
		b.Put(agmem.Entry{Key: req.Key, Value: value, CreatedAt: old.CreatedAt, UpdatedAt: now, TTL: old.TTL})
		return nil
	})
	return done, e.hintElsewhere(ctx, ref, req.Key, err)
}

// hintElsewhere adds to KEY_NOT_FOUND and BANK_NOT_FOUND of a change that the
// key lies in the other scope, where a read would have found it.
func (e BankEntries) hintElsewhere(ctx context.Context, ref agmem.BankRef, key string, err error) error {
	if ref.Scope != agmem.AnyScope || agmem.KindOf(err) != agmem.NotFound || !e.shelves.Places().ProjectFound {
		return err
	}
	other := agmem.BankRef{Bank: ref.Bank, Scope: agmem.UserScope}
	if _, lookErr := e.Read(ctx, other, key); lookErr != nil {
		return err
	}
	return agmem.AsBankError(err).WithHint("it lies in the scope user: --scope user")
}

func invalidJSON(err error, what string) *agmem.BankError {
	e := agmem.BankErrorf(agmem.InvalidJSON, "%s is no JSON: %w", what, err)
	if s, ok := errors.AsType[*rawjson.SyntaxError](err); ok {
		e.Offset = &s.Offset
	}
	return e
}
