package banks

import (
	"context"
	"encoding/json"
	"io"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks/bankfile"
	"github.com/agmem/agmem/internal/rawjson"
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

// Written is the result of a write.
type Written struct {
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
func (e Entries) Write(ctx context.Context, ref Ref, req WriteRequest) (Written, error) {
	if req.CreateOnly && req.UpdateOnly {
		return Written{}, Errorf(Usage, "create-only and update-only contradict each other")
	}
	value, err := checkWrite(ref.Bank, req)
	if err == nil {
		value, err = e.shelves.guarded(ctx, req.Key, value, nil)
	}
	if err != nil {
		return Written{}, About(err, ref.Bank, ref.Scope)
	}
	folder, err := e.shelves.writing(ref.Scope)
	if err != nil {
		return Written{}, err
	}
	done := Written{Success: true, Key: req.Key, Bank: ref.Bank}
	now := e.shelves.now()
	err = folder.Change(ctx, ref.Bank, !req.UpdateOnly, func(b *bankfile.Bank, _ bool) error {
		old, exists := live(b, req.Key, now)
		switch {
		case exists && req.CreateOnly:
			return AboutKey(Errorf(KeyExists, "key '%s' exists already in bank '%s'", req.Key, ref.Bank), req.Key)
		case !exists && req.UpdateOnly:
			return noKey(ref.Bank, folder.Scope(), req.Key)
		}
		if err := checkSchema(ctx, b, value); err != nil {
			return AboutKey(err, req.Key)
		}
		done.Operation = updated
		if !exists {
			done.Operation, old.CreatedAt = created, now
		}
		b.Put(Entry{Key: req.Key, Value: value, CreatedAt: old.CreatedAt, UpdatedAt: now, TTL: req.TTL})
		return nil
	})
	if req.UpdateOnly && HasCode(err, BankNotFound) {
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
	value, err := checkText(req.Value, "the value")
	if err != nil {
		return nil, AboutKey(err, req.Key)
	}
	return value, checkSize(req.Key, value)
}

func checkSize(key string, value []byte) error {
	n := rawjson.CompactSize(value)
	if n <= MaxValue {
		return nil
	}
	large := Errorf(ValueTooLarge, "the value has %d bytes, the limit is %d", n, MaxValue).
		WithHint("split it over several keys")
	return AboutKey(large, key)
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
func (e Entries) Update(ctx context.Context, ref Ref, req UpdateRequest) (Written, error) {
	if err := checkPlace(ref.Bank, req.Key); err != nil {
		return Written{}, err
	}
	filter, err := e.shelves.compile(ref, req.Filter, req.Debug)
	if err != nil {
		return Written{}, err
	}
	folder, err := e.shelves.writing(ref.Scope)
	if err != nil {
		return Written{}, err
	}
	done := Written{Success: true, Key: req.Key, Bank: ref.Bank, Operation: updated}
	now := e.shelves.now()
	err = folder.Change(ctx, ref.Bank, req.Create, func(b *bankfile.Bank, _ bool) error {
		old, exists := live(b, req.Key, now)
		if !exists && !req.Create {
			return noKey(ref.Bank, folder.Scope(), req.Key)
		}
		if !exists {
			done.Operation = created
			old = Entry{Key: req.Key, Value: []byte("null"), CreatedAt: now}
		}
		value, err := filtered(ctx, filter, old.Value)
		if err == nil {
			if value, err = e.shelves.guarded(ctx, req.Key, value, old.Value); err != nil {
				return err
			}
			err = checkSize(req.Key, value)
		}
		if err == nil {
			err = checkSchema(ctx, b, value)
		}
		if err != nil {
			return AboutKey(err, req.Key)
		}
		done.Value = value
		b.Put(Entry{Key: req.Key, Value: value, CreatedAt: old.CreatedAt, UpdatedAt: now, TTL: old.TTL})
		return nil
	})
	return done, e.sayElsewhere(ctx, ref, req.Key, err)
}

// filtered returns what a filter makes of a value, as it can be stored. A value
// may only be too deep here, because a filter gives nothing but JSON. The time that
// a filter has does not count the waiting for the bank.
func filtered(ctx context.Context, filter Filter, value []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, maxQueryTime)
	defer cancel()
	result, err := filter.Update(ctx, value)
	if err != nil {
		return nil, filterFailure(err)
	}
	if _, _, err := rawjson.TrimBelow(result, bankfile.ValueDepth); err != nil {
		return nil, Errorf(FilterError, "the result of the filter cannot be stored: %w", err)
	}
	return result, nil
}

// sayElsewhere adds to KEY_NOT_FOUND and BANK_NOT_FOUND of a change that the
// key is in the other scope, where a read would have found it.
func (e Entries) sayElsewhere(ctx context.Context, ref Ref, key string, err error) error {
	if ref.Scope != AnyScope || agmem.KindOf(err) != agmem.NotFound || !e.shelves.Places().ProjectFound {
		return err
	}
	other := Ref{Bank: ref.Bank, Scope: UserScope}
	if _, lookErr := e.Read(ctx, other, key); lookErr != nil {
		return err
	}
	return AsError(err).WithHint("it is in the scope user").With(detailElsewhere, UserScope)
}
