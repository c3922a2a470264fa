package banks

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/agmem/agmem/internal/banks/bankfile"
)

// Care keeps banks in order: their schemas, what has expired, what is
// damaged.
type Care struct{ shelves *shelves }

// Schema returns the JSON Schema of a bank's values, null if there is none.
func (c Care) Schema(ctx context.Context, ref Ref) ([]byte, error) {
	b, _, err := c.shelves.first(ctx, ref)
	if err != nil {
		return nil, err
	}
	if s := b.Schema(); s != nil {
		return s, nil
	}
	return []byte("null"), nil
}

// SetSchema stores a JSON Schema for the values of a bank, which is made where
// it does not exist, where a write would go; nil removes it. One that is no
// schema, or that an entry breaks, is refused.
func (c Care) SetSchema(ctx context.Context, ref Ref, rules []byte) error {
	if err := CheckName(ref.Bank); err != nil {
		return err
	}
	if rules != nil {
		var err error
		if rules, err = checkJSON(rules, "the schema"); err == nil {
			rules, err = c.shelves.Guard.JSON(ctx, "schema", rules, "")
		}
		if err != nil {
			return About(err, ref.Bank, ref.Scope)
		}
	}
	folder, err := c.shelves.writing(ref.Scope)
	if err != nil {
		return err
	}
	return folder.Change(ctx, ref.Bank, rules != nil, func(b *bankfile.Bank, _ bool) error {
		if rules != nil {
			if err := checkAll(ctx, rules, b); err != nil {
				return err
			}
		} else if b.Schema() == nil {
			return nil
		}
		b.SetSchema(rules)
		return nil
	})
}

// CollectRequest asks for entries to be removed.
type CollectRequest struct {
	// OlderThan removes entries that were not updated for so long too; 0
	// removes those alone that have expired.
	OlderThan time.Duration
	DryRun    bool
	Scope     Scope
}

// Collected is what was removed from one bank.
type Collected struct {
	Bank    string   `json:"bank"`
	Scope   Scope    `json:"scope"`
	Removed int      `json:"removed"`
	Keys    []string `json:"keys,omitempty"` // of a dry run, which removes nothing
}

// Collect removes what has expired, and returns the banks that had such. A bank
// that cannot be read or written does not stop the others.
func (c Care) Collect(ctx context.Context, req CollectRequest) ([]Collected, error) {
	places, failed := c.shelves.places(ctx, req.Scope)
	errs := []error{failed}
	list := []Collected{}
	if !req.DryRun {
		c.sweep(req.Scope)
	}
	for _, p := range places {
		done, err := c.collect(ctx, p, req)
		errs = append(errs, err)
		if err == nil && done.Removed > 0 {
			list = append(list, done)
		}
	}
	return list, errors.Join(errs...)
}

// sweep removes what killed writers left in the folders of a scope.
func (c Care) sweep(scope Scope) {
	folders, _ := c.shelves.reading(scope) // what is wrong with one is said elsewhere
	for _, f := range folders {
		f.Sweep()
	}
}

func (c Care) collect(ctx context.Context, p place, req CollectRequest) (Collected, error) {
	done := Collected{Bank: p.bank, Scope: p.folder.Scope()}
	b, err := p.folder.Load(ctx, p.bank)
	if err != nil {
		return done, err
	}
	keys := c.collectable(b, req)
	if done.Removed = len(keys); len(keys) == 0 || req.DryRun {
		done.Keys = keys
		return done, nil
	}
	return done, p.folder.Change(ctx, p.bank, false, func(b *bankfile.Bank, _ bool) error {
		keys = c.collectable(b, req) // another process may have written since
		done.Removed = len(keys)
		for _, key := range keys {
			b.Delete(key)
		}
		return nil
	})
}

func (c Care) collectable(b *bankfile.Bank, req CollectRequest) []string {
	now := c.shelves.Now()
	var keys []string
	for e := range b.Entries() {
		old := req.OlderThan > 0 && !e.UpdatedAt.IsZero() && now.Sub(e.UpdatedAt) > req.OlderThan
		if old || e.Expired(now) {
			keys = append(keys, e.Key)
		}
	}
	slices.Sort(keys)
	return keys
}

// RepairRequest asks for banks to be checked or repaired.
type RepairRequest struct {
	Bank      string // empty: every bank
	Scope     Scope
	CheckOnly bool
}

// Repair checks banks, and repairs them unless it is only to check.
func (c Care) Repair(ctx context.Context, req RepairRequest) ([]RepairReport, error) {
	places, misnamed, err := c.repairable(ctx, req)
	if err != nil && len(places) == 0 {
		return nil, err
	}
	errs := []error{err}
	list := []RepairReport{}
	for _, p := range places {
		report, err := p.folder.Repair(ctx, p.bank, req.CheckOnly)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		list = append(list, report)
	}
	if req.Bank == "" && !req.CheckOnly {
		c.sweep(req.Scope)
	}
	return append(list, misnamed...), errors.Join(errs...)
}

// repairable returns the banks that are meant, and a report for each file without a
// valid bank name.
func (c Care) repairable(ctx context.Context, req RepairRequest) (places []place, misnamed []RepairReport, err error) {
	if req.Bank != "" {
		places, err = c.named(Ref{Bank: req.Bank, Scope: req.Scope})
		return places, nil, err
	}
	places, err = c.shelves.places(ctx, req.Scope)
	folders, _ := c.shelves.reading(req.Scope) // places said what is wrong with them
	for _, f := range folders {
		files, _ := f.Misnamed(ctx)
		for _, file := range files {
			misnamed = append(misnamed, RepairReport{
				Bank: file, Scope: f.Scope(), Status: RepairRefused,
				Problems: []string{"its name is not a valid bank name: rename it"},
			})
		}
	}
	return places, misnamed, err
}

// named returns the bank in every scope that has it.
func (c Care) named(ref Ref) ([]place, error) {
	if err := CheckName(ref.Bank); err != nil {
		return nil, err
	}
	folders, err := c.shelves.reading(ref.Scope)
	if err != nil {
		return nil, err
	}
	var places []place
	for _, f := range folders {
		_, _, err := f.Stat(ref.Bank)
		switch {
		case err == nil:
			places = append(places, place{ref.Bank, f})
		case !HasCode(err, BankNotFound):
			return nil, err
		}
	}
	if len(places) == 0 {
		return nil, noBank(ref, folders)
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.folder.Scope(), b.folder.Scope()) })
	return places, nil
}
