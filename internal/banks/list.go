package banks

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/agmem/agmem/internal/rawjson"
)

// Finder lists, queries and searches banks.
type Finder struct{ shelves *shelves }

// List describes the banks, by name and then scope; detailed adds the rest of
// what is known. A bank that cannot be read does not hide the others: they
// come with the joined errors.
func (f Finder) List(ctx context.Context, scope Scope, detailed bool) ([]Info, error) {
	places, failed := f.shelves.places(ctx, scope)
	errs := []error{failed}
	list := make([]Info, 0, len(places))
	for _, p := range places {
		info, err := f.info(ctx, p, detailed)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		list = append(list, info)
	}
	return list, errors.Join(errs...)
}

func (f Finder) info(ctx context.Context, p place, detailed bool) (Info, error) {
	b, err := p.folder.Load(ctx, p.bank)
	if err != nil {
		return Info{}, err
	}
	path, size, err := p.folder.Stat(p.bank)
	if err != nil {
		return Info{}, err
	}
	now, gone := f.shelves.Now(), 0
	for e := range b.Entries() {
		if e.Expired(now) {
			gone++
		}
	}
	info := Info{Name: p.bank, Scope: p.folder.Scope(), KeyCount: b.Len() - gone, SizeBytes: size}
	info.UpdatedAt = Entry{UpdatedAt: b.UpdatedAt()}.Metadata().UpdatedAt
	if detailed {
		info.CreatedAt = Entry{CreatedAt: b.CreatedAt()}.Metadata().CreatedAt
		info.ExpiredCount, info.Path = gone, path
	}
	return info, nil
}

// Keys describes the entries of a bank, by key and then scope; detailed adds
// the expired ones and the rest of what is known. Without a scope it looks in
// both.
func (f Finder) Keys(ctx context.Context, ref Ref, detailed bool) ([]KeyInfo, error) {
	if err := CheckName(ref.Bank); err != nil {
		return nil, err
	}
	folders, err := f.shelves.reading(ref.Scope)
	if err != nil {
		return nil, err
	}
	keys := []KeyInfo{}
	found := false
	for _, folder := range folders {
		b, err := folder.Load(ctx, ref.Bank)
		if HasCode(err, BankNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		found = true
		for e := range b.Entries() {
			if detailed || !e.Expired(f.shelves.Now()) {
				keys = append(keys, f.key(e, folder.Scope(), detailed))
			}
		}
	}
	if !found {
		return nil, noBank(ref, folders)
	}
	slices.SortFunc(keys, func(a, b KeyInfo) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Scope, b.Scope))
	})
	return keys, nil
}

func (f Finder) key(e Entry, scope Scope, detailed bool) KeyInfo {
	m := e.Metadata()
	info := KeyInfo{Key: e.Key, Scope: scope, UpdatedAt: m.UpdatedAt, TTL: m.TTL}
	if detailed {
		info.CreatedAt, info.ExpiresAt = m.CreatedAt, m.ExpiresAt
		info.SizeBytes = rawjson.CompactSize(e.Value)
		info.Expired = e.Expired(f.shelves.Now())
	}
	return info
}

// place is a bank in a folder.
type place struct {
	bank   string
	folder Folder
}

// places returns every bank of the scopes, by name and then scope. A folder
// that cannot be read does not hide the other.
func (s *shelves) places(ctx context.Context, scope Scope) ([]place, error) {
	folders, err := s.reading(scope)
	if err != nil {
		return nil, err
	}
	var all []place
	var errs []error
	for _, folder := range folders {
		names, err := folder.Names(ctx)
		errs = append(errs, err)
		for _, name := range names {
			all = append(all, place{name, folder})
		}
	}
	slices.SortStableFunc(all, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.bank, b.bank), cmp.Compare(a.folder.Scope(), b.folder.Scope()))
	})
	return all, errors.Join(errs...)
}
