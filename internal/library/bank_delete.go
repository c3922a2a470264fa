package library

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/bankfile"
)

// BankDeleted is the result of a deletion.
type BankDeleted struct {
	Success bool        `json:"success"`
	Bank    string      `json:"bank"`
	Scope   agmem.Scope `json:"scope"`
	Key     string      `json:"key,omitempty"`
	Deleted string      `json:"deleted"` // key or bank
}

// Delete removes an entry, also an expired one, where it lies. One that lies
// in both scopes is AMBIGUOUS_SCOPE unless a scope is asked for.
func (e BankEntries) Delete(ctx context.Context, ref agmem.BankRef, key string) (BankDeleted, error) {
	if err := checkPlace(ref.Bank, key); err != nil {
		return BankDeleted{}, err
	}
	folder, err := e.shelves.owner(ref, func(f BankFolder) error {
		_, ok, err := f.Find(ctx, ref.Bank, key)
		if err == nil && !ok {
			err = noKey(ref.Bank, f.Scope(), key)
		}
		return err
	})
	if err != nil {
		return BankDeleted{}, agmem.AsBankError(agmem.About(err, ref.Bank, ref.Scope)).At(key)
	}
	err = folder.Change(ctx, ref.Bank, false, func(b *bankfile.Bank, _ bool) error {
		if !b.Delete(key) {
			return noKey(ref.Bank, folder.Scope(), key)
		}
		return nil
	})
	return BankDeleted{true, ref.Bank, folder.Scope(), key, "key"}, err
}

// DeleteBank removes a whole bank, also a damaged one, where it lies.
func (e BankEntries) DeleteBank(ctx context.Context, ref agmem.BankRef) (BankDeleted, error) {
	if err := agmem.CheckBankName(ref.Bank); err != nil {
		return BankDeleted{}, err
	}
	folder, err := e.shelves.owner(ref, func(f BankFolder) error {
		_, _, err := f.Stat(ref.Bank)
		return err
	})
	if err != nil {
		return BankDeleted{}, agmem.About(err, ref.Bank, ref.Scope)
	}
	return BankDeleted{true, ref.Bank, folder.Scope(), "", "bank"}, folder.Remove(ctx, ref.Bank)
}
