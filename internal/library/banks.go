package library

import (
	"context"
	"errors"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/bankfile"
)

// BankFolder keeps the banks of one scope; internal/banks has the one there
// is. Its errors are BankErrors that say which bank they are about.
type BankFolder interface {
	bankReader
	bankWriter
	bankRepairer
}

type bankReader interface {
	// Scope says whose banks they are.
	Scope() agmem.Scope
	// Names returns the names of the banks, sorted.
	Names(ctx context.Context) ([]string, error)
	// Load reads a bank.
	Load(ctx context.Context, bank string) (*bankfile.Bank, error)
	// Find reads the entry of one key; false where there is none.
	Find(ctx context.Context, bank, key string) (agmem.Entry, bool, error)
	// Stat returns the file of a bank and its size.
	Stat(bank string) (path string, size int64, err error)
}

type bankWriter interface {
	// Change calls change with the bank, alone among all processes, and writes
	// it where something was changed. One that does not exist is
	// BANK_NOT_FOUND, or empty where it may be created.
	Change(ctx context.Context, bank string, create bool, change func(b *bankfile.Bank, exists bool) error) error
	// Remove removes a bank, also a damaged one.
	Remove(ctx context.Context, bank string) error
}

type bankRepairer interface {
	// Repair checks a bank and mends it, unless it is only to check.
	Repair(ctx context.Context, bank string, checkOnly bool) (agmem.BankRepair, error)
	// Misnamed returns the files that would be banks but for their names.
	Misnamed(ctx context.Context) ([]string, error)
}

// BankPlaces are the folders of banks.
type BankPlaces struct {
	// User is the user's folder; nil where there is none, and UserErr says why.
	User    BankFolder
	UserErr error
	// Project is the folder of the project, and where it would be made in the
	// working directory where there is none; nil without a working directory.
	Project BankFolder
	// ProjectFound says whether there is a project.
	ProjectFound bool
}

// BankOptions says what banks need to know of the world.
type BankOptions struct {
	// Places finds the folders. It is asked by every call, for a project may
	// begin to keep banks while a server runs.
	Places func() BankPlaces
	Now    func() time.Time
}

// Banks is the use cases of JSON banks.
type Banks struct {
	Entries  BankEntries
	Finder   BankFinder
	Transfer BankTransfer
	Care     BankCare
}

// NewBanks returns the use cases over the folders of banks. Nothing is read
// before one needs it.
func NewBanks(o BankOptions) *Banks {
	s := &shelves{o}
	return &Banks{
		Entries:  BankEntries{s},
		Finder:   BankFinder{s},
		Transfer: BankTransfer{s},
		Care:     BankCare{s},
	}
}

// shelves knows which scope a call goes to.
type shelves struct{ BankOptions }

// now is the time of a change, as banks keep it.
func (s *shelves) now() time.Time { return s.Now().UTC().Truncate(time.Millisecond) }

func (s *shelves) folder(scope agmem.Scope) (BankFolder, error) {
	places := s.Places()
	if scope == agmem.UserScope {
		return places.User, places.UserErr
	}
	if places.Project == nil {
		return nil, agmem.BankErrorf(agmem.BankIOError, "the working directory does not exist").
			WithHint("change to one that does, or use --scope user")
	}
	return places.Project, nil
}

// reading returns the folders that are looked at, in their order: the project
// before the user, or the one that was asked for.
func (s *shelves) reading(scope agmem.Scope) ([]BankFolder, error) {
	if scope == agmem.UserScope || scope == agmem.ProjectScope {
		f, err := s.folder(scope)
		return []BankFolder{f}, err
	}
	places := s.Places()
	var folders []BankFolder
	if places.ProjectFound {
		folders = append(folders, places.Project)
	}
	if places.UserErr == nil {
		folders = append(folders, places.User)
	}
	if len(folders) == 0 {
		return nil, places.UserErr
	}
	return folders, nil
}

// writing returns the folder that a write goes to.
func (s *shelves) writing(scope agmem.Scope) (BankFolder, error) {
	if scope == agmem.AnyScope {
		scope = agmem.UserScope
		if s.Places().ProjectFound {
			scope = agmem.ProjectScope
		}
	}
	return s.folder(scope)
}

// first returns the bank of the first folder that has it.
func (s *shelves) first(ctx context.Context, ref agmem.BankRef) (*bankfile.Bank, BankFolder, error) {
	if err := agmem.CheckBankName(ref.Bank); err != nil {
		return nil, nil, err
	}
	folders, err := s.reading(ref.Scope)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range folders {
		b, err := f.Load(ctx, ref.Bank)
		if hasCode(err, agmem.BankNotFound) {
			continue
		}
		return b, f, err
	}
	return nil, nil, noBank(ref, folders)
}

// owner returns the one folder for which has says yes. Where both do, nobody
// can tell which is meant; where none does, the last error of has is returned.
func (s *shelves) owner(ref agmem.BankRef, has func(BankFolder) error) (BankFolder, error) {
	folders, err := s.reading(ref.Scope)
	if err != nil {
		return nil, err
	}
	var owner BankFolder
	var missing error
	for _, f := range folders {
		err := has(f)
		switch {
		case err == nil && owner != nil:
			return nil, agmem.BankErrorf(agmem.AmbiguousScope, "it lies in both scopes, %s and %s", owner.Scope(), f.Scope()).
				WithHint("say which: --scope %s or --scope %s", owner.Scope(), f.Scope())
		case err == nil:
			owner = f
		case agmem.KindOf(err) != agmem.NotFound:
			return nil, err
		case missing == nil || hasCode(err, agmem.KeyNotFound):
			missing = err
		}
	}
	if owner == nil && hasCode(missing, agmem.BankNotFound) {
		missing = noBank(ref, folders)
	}
	if owner == nil {
		return nil, missing
	}
	return owner, nil
}

func noBank(ref agmem.BankRef, folders []BankFolder) error {
	scope := ref.Scope
	if len(folders) == 1 {
		scope = folders[0].Scope()
	}
	return agmem.BankErrorf(agmem.BankNotFound, "Memory bank '%s' does not exist", ref.Bank).In(ref.Bank, scope)
}

func noKey(bank string, scope agmem.Scope, key string) *agmem.BankError {
	return agmem.BankErrorf(agmem.KeyNotFound, "key '%s' not found in bank '%s'", key, bank).In(bank, scope).At(key)
}

func hasCode(err error, code agmem.BankCode) bool {
	e, ok := errors.AsType[*agmem.BankError](err)
	return ok && e.Code == code
}
