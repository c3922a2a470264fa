package library

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/rawjson"
)

// BankFinder lists, queries and searches banks.
type BankFinder struct{ shelves *shelves }

// List describes the banks, by name and then scope; detailed adds the rest of
// what is known. A bank that cannot be read does not hide the others: they
// come with the joined errors.
func (f BankFinder) List(ctx context.Context, scope agmem.Scope, detailed bool) ([]agmem.BankInfo, error) {
	places, failed := f.shelves.places(ctx, scope)
	errs := []error{failed}
	list := make([]agmem.BankInfo, 0, len(places))
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

func (f BankFinder) info(ctx context.Context, p place, detailed bool) (agmem.BankInfo, error) {
	b, err := p.folder.Load(ctx, p.bank)
	if err != nil {
		return agmem.BankInfo{}, err
	}
	path, size, err := p.folder.Stat(p.bank)
	if err != nil {
		return agmem.BankInfo{}, err
	}
	now, gone := f.shelves.Now(), 0
	for e := range b.Entries() {
		if e.Expired(now) {
			gone++
		}
	}
	info := agmem.BankInfo{Name: p.bank, Scope: p.folder.Scope(), KeyCount: b.Len() - gone, SizeBytes: size}
	info.UpdatedAt = agmem.Entry{UpdatedAt: b.UpdatedAt()}.Metadata().UpdatedAt
	if detailed {
		info.CreatedAt = agmem.Entry{CreatedAt: b.CreatedAt()}.Metadata().CreatedAt
		info.ExpiredCount, info.Path = gone, path
	}
	return info, nil
}

// Keys describes the entries of a bank, by key and then scope; detailed adds
// the expired ones and the rest of what is known. Without a scope it looks in
// both.
func (f BankFinder) Keys(ctx context.Context, ref agmem.BankRef, detailed bool) ([]agmem.KeyInfo, error) {
	if err := agmem.CheckBankName(ref.Bank); err != nil {
		return nil, err
	}
	folders, err := f.shelves.reading(ref.Scope)
	if err != nil {
		return nil, err
	}
	keys := []agmem.KeyInfo{}
	found := false
	for _, folder := range folders {
		b, err := folder.Load(ctx, ref.Bank)
		if hasCode(err, agmem.BankNotFound) {
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
	slices.SortFunc(keys, func(a, b agmem.KeyInfo) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Scope, b.Scope))
	})
	return keys, nil
}

func (f BankFinder) key(e agmem.Entry, scope agmem.Scope, detailed bool) agmem.KeyInfo {
	m := e.Metadata()
	info := agmem.KeyInfo{Key: e.Key, Scope: scope, UpdatedAt: m.UpdatedAt, TTL: m.TTL}
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
	folder BankFolder
}

// places returns every bank of the scopes, by name and then scope. A folder
// that cannot be read does not hide the other.
func (s *shelves) places(ctx context.Context, scope agmem.Scope) ([]place, error) {
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
