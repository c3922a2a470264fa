package banks

import (
	"context"
	"io"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks/bankfile"
	"github.com/agmem/agmem/internal/secrets"
)

// Folder keeps the banks of one scope; package bankfolder implements it.
// Its errors have a [Code] and say which bank they are about.
type Folder interface {
	bankReader
	bankWriter
	bankRepairer
}

type bankReader interface {
	// Scope says whose banks they are.
	Scope() Scope
	// Names returns the names of the banks, sorted.
	Names(ctx context.Context) ([]string, error)
	// Load reads a bank.
	Load(ctx context.Context, bank string) (*bankfile.Bank, error)
	// Find reads the entry of one key; false if there is none.
	Find(ctx context.Context, bank, key string) (Entry, bool, error)
	// Stat returns the file of a bank and its size.
	Stat(bank string) (path string, size int64, err error)
}

type bankWriter interface {
	// Change calls change with the bank while no other process can write it, and
	// writes it if something was changed. One that does not exist is
	// BANK_NOT_FOUND, or empty where it may be created.
	Change(ctx context.Context, bank string, create bool, change func(b *bankfile.Bank, exists bool) error) error
	// Remove removes a bank, also a damaged one.
	Remove(ctx context.Context, bank string) error
	// SetAside removes a bank and keeps its file under another name beside it,
	// which it returns.
	SetAside(ctx context.Context, bank string) (keptAs string, err error)
}

type bankRepairer interface {
	// Repair checks a bank and repairs it, unless it is only to check.
	Repair(ctx context.Context, bank string, checkOnly bool) (RepairReport, error)
	// Misnamed returns the files that would be banks except for their names.
	Misnamed(ctx context.Context) ([]string, error)
	// Sweep removes what killed writers left behind.
	Sweep()
}

// Places are the folders of banks.
type Places struct {
	// User is the user's folder; nil if there is none, and UserErr says why.
	User    Folder
	UserErr error
	// Project is the folder of the project, and where it would be made in the
	// working directory if there is none; nil without a working directory.
	Project Folder
	// ProjectFound says whether there is a project.
	ProjectFound bool
}

// Options are what banks need from outside.
type Options struct {
	// Places finds the folders. It is asked by every call, because a project may
	// begin to keep banks while a server runs.
	Places func() Places
	Now    func() time.Time
	// Compile makes a jq filter. It is asked before anything is read or locked.
	Compile func(filter string, debug io.Writer) (Filter, error)
	// Guard looks for secrets in what is written; nil for none.
	Guard *secrets.Guard
}

// Banks is the use cases of JSON banks.
type Banks struct {
	Entries  Entries
	Finder   Finder
	Transfer Transfer
	Care     Care
}

// New returns the use cases over the folders of banks. Nothing is read
// before one needs it.
func New(o Options) *Banks {
	s := &shelves{o}
	return &Banks{
		Entries:  Entries{s},
		Finder:   Finder{s},
		Transfer: Transfer{s},
		Care:     Care{s},
	}
}

// shelves knows which scope a call goes to.
type shelves struct{ Options }

// now is the time of a change, as banks keep it.
func (s *shelves) now() time.Time { return s.Now().UTC().Truncate(time.Millisecond) }

// folder returns the folder of one of the two scopes.
func (p Places) folder(scope Scope) (Folder, error) {
	if scope == UserScope {
		return p.User, p.UserErr
	}
	if p.Project == nil {
		return nil, Errorf(IOError, "the working directory does not exist").
			WithHint("change to one that does, or use the scope user")
	}
	return p.Project, nil
}

// reading returns the folders that are looked at, in their order: the project
// before the user, or the one that was asked for.
func (s *shelves) reading(scope Scope) ([]Folder, error) {
	places := s.Places()
	if scope == UserScope || scope == ProjectScope {
		f, err := places.folder(scope)
		if err != nil {
			return nil, err // not the nil folder, on which somebody would call a method
		}
		return []Folder{f}, nil
	}
	var folders []Folder
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
func (s *shelves) writing(scope Scope) (Folder, error) {
	places := s.Places()
	if scope == AnyScope {
		scope = UserScope
		if places.ProjectFound {
			scope = ProjectScope
		}
	}
	return places.folder(scope)
}

// first returns the bank of the first folder that has it.
func (s *shelves) first(ctx context.Context, ref Ref) (*bankfile.Bank, Folder, error) {
	if err := CheckName(ref.Bank); err != nil {
		return nil, nil, err
	}
	folders, err := s.reading(ref.Scope)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range folders {
		b, err := f.Load(ctx, ref.Bank)
		if HasCode(err, BankNotFound) {
			continue
		}
		return b, f, err
	}
	return nil, nil, noBank(ref, folders)
}

// owner returns the one folder for which has says yes. If both do, nobody
// can tell which is meant; where none does, the last error of has is returned.
func (s *shelves) owner(ref Ref, has func(Folder) error) (Folder, error) {
	folders, err := s.reading(ref.Scope)
	if err != nil {
		return nil, err
	}
	var owner Folder
	var missing error
	for _, f := range folders {
		err := has(f)
		switch {
		case err == nil && owner != nil:
			return nil, Errorf(AmbiguousScope, "it is in both scopes, %s and %s", owner.Scope(), f.Scope())
		case err == nil:
			owner = f
		case agmem.KindOf(err) != agmem.NotFound:
			return nil, err
		case missing == nil || HasCode(err, KeyNotFound):
			missing = err
		}
	}
	if owner == nil && HasCode(missing, BankNotFound) {
		missing = noBank(ref, folders)
	}
	if owner == nil {
		return nil, missing
	}
	return owner, nil
}

func noBank(ref Ref, folders []Folder) error {
	scope := ref.Scope
	if len(folders) == 1 {
		scope = folders[0].Scope()
	}
	return MissingBank(ref.Bank, scope)
}

// MissingBank is the error of a bank that does not exist.
func MissingBank(bank string, scope Scope) error {
	return aboutBank(Errorf(BankNotFound, "Memory bank '%s' does not exist", bank), bank, scope)
}

func noKey(bank string, scope Scope, key string) *agmem.Error {
	return AboutKey(aboutBank(Errorf(KeyNotFound, "key '%s' not found in bank '%s'", key, bank), bank, scope), key)
}
