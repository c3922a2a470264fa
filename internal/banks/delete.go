package banks

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks/bankfile"
)

// Deleted is the result of a deletion.
type Deleted struct {
	Success bool   `json:"success"`
	Bank    string `json:"bank"`
	Scope   Scope  `json:"scope"`
	Key     string `json:"key,omitempty"`
	Deleted string `json:"deleted"` // key or bank
	// KeptAs is where the file of a deleted bank is now, if it was to be kept.
	KeptAs string `json:"kept_as,omitempty"`
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
	return Deleted{Success: true, Bank: ref.Bank, Scope: folder.Scope(), Key: key, Deleted: "key"}, err
}

// DeleteBankRequest asks for a whole bank to be deleted.
type DeleteBankRequest struct {
	// KeepCopy leaves the file beside the banks under another name. A face that
	// cannot ask a person asks for it.
	KeepCopy bool
}

// DeleteBank removes a whole bank, also a damaged one, where it is.
func (e Entries) DeleteBank(ctx context.Context, ref Ref, req DeleteBankRequest) (Deleted, error) {
	if err := CheckName(ref.Bank); err != nil {
		return Deleted{}, err
	}
	folder, err := e.shelves.owner(ref, func(f Folder) error {
		_, _, err := f.Stat(ref.Bank)
		if agmem.KindOf(err) == agmem.Denied {
			return nil // what may not be looked at, such as where a link leads, can be removed
		}
		return err
	})
	if err != nil {
		return Deleted{}, About(err, ref.Bank, ref.Scope)
	}
	done := Deleted{Success: true, Bank: ref.Bank, Scope: folder.Scope(), Deleted: "bank"}
	if req.KeepCopy {
		done.KeptAs, err = folder.SetAside(ctx, ref.Bank)
	} else {
		err = folder.Remove(ctx, ref.Bank)
	}
	return done, err
}
