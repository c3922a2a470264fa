package banks

import (
	"context"

	"github.com/agmem/agmem/internal/banks/bankfile"
)

// Deleted is the result of a deletion.
type Deleted struct {
	Success bool   `json:"success"`
	Bank    string `json:"bank"`
	Scope   Scope  `json:"scope"`
	Key     string `json:"key,omitempty"`
	Deleted string `json:"deleted"` // key or bank
}

// Delete removes an entry, also an expired one, where it is. One that is
// in both scopes is AMBIGUOUS_SCOPE unless a scope is asked for.
func (e Entries) Delete(ctx context.Context, ref Ref, key string) (Deleted, error) {
	if err := checkPlace(ref.Bank, key); err != nil {
		return Deleted{}, err
	}
	folder, err := e.shelves.owner(ref, func(f Folder) error {
		_, ok, err := f.Find(ctx, ref.Bank, key)
		if err == nil && !ok {
			err = noKey(ref.Bank, f.Scope(), key)
		}
		return err
	})
	if err != nil {
		return Deleted{}, AboutKey(About(err, ref.Bank, ref.Scope), key)
	}
	err = folder.Change(ctx, ref.Bank, false, func(b *bankfile.Bank, _ bool) error {
		if !b.Delete(key) {
			return noKey(ref.Bank, folder.Scope(), key)
		}
		return nil
	})
	return Deleted{true, ref.Bank, folder.Scope(), key, "key"}, err
}

// DeleteBank removes a whole bank, also a damaged one, where it is.
func (e Entries) DeleteBank(ctx context.Context, ref Ref) (Deleted, error) {
	if err := CheckName(ref.Bank); err != nil {
		return Deleted{}, err
	}
	folder, err := e.shelves.owner(ref, func(f Folder) error {
		_, _, err := f.Stat(ref.Bank)
		return err
	})
	if err != nil {
		return Deleted{}, About(err, ref.Bank, ref.Scope)
	}
	return Deleted{true, ref.Bank, folder.Scope(), "", "bank"}, folder.Remove(ctx, ref.Bank)
}
