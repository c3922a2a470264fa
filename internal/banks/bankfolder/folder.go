// Package bankfolder keeps JSON banks as files in the folder of a scope: one file
// for each, named for the bank, read without a lock and written whole.
//
// A writer locks `<bank>.json.lock`, as slop-mcp does, reads, changes and
// replaces the file; so a reader, a crash and a second writer meet the old
// bank or the new one, never a part. A bank is `<bank>.json` or, where it was
// compressed, `<bank>.json.gz`.
package bankfolder

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/filelock"
	"github.com/agmem/agmem/internal/inside"
)

const (
	plainExt = ".json"
	gzipExt  = ".json.gz"
	// reserved begins the names of what programs keep beside the banks, such
	// as the _index.json that the format allows. It is neither read nor checked.
	reserved = "_"
)

// Options says how a folder is kept. The zero value can be used.
type Options struct {
	// Now is the clock; nil for time.Now.
	Now func() time.Time
	// Compress says whether banks of more than a megabyte are written
	// compressed; nil for no. It is asked when there is such a bank.
	Compress func() (bool, error)
	// Within is the folder of the project that the banks came with: no link
	// leads out of it. Empty for banks whose place the user chose, which may
	// be a link to anywhere.
	Within string
	// Follow says whether banks are read that a link leads to out of their
	// folder; nil for no. It is asked when there is such a link.
	Follow func() (bool, error)
}

// Folder is the banks of one scope. It may be used by several goroutines.
type Folder struct {
	path  string
	dir   *inside.Folder
	scope banks.Scope
	opts  Options
}

// New returns the banks in the folder at path, which need not exist.
func New(path string, scope banks.Scope, opts Options) *Folder {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Compress == nil {
		opts.Compress = func() (bool, error) { return false, nil }
	}
	return &Folder{path: path, dir: place(path, opts), scope: scope, opts: opts}
}

// place returns the folder at path, which stays in the project if it is one's.
func place(path string, opts Options) *inside.Folder {
	if below, err := filepath.Rel(opts.Within, path); err == nil && opts.Within != "" {
		return inside.New(opts.Within, below, opts.Follow)
	}
	return inside.New(path, ".", opts.Follow)
}

// Path returns where the banks are.
func (f *Folder) Path() string { return f.path }

// Scope returns whose banks they are.
func (f *Folder) Scope() banks.Scope { return f.scope }

// Names returns the names of the banks, sorted. A folder that does not exist
// has none, and a file without a bank's name does not count.
func (f *Folder) Names(context.Context) ([]string, error) {
	names, _, err := f.scan()
	return names, err
}

// Misnamed returns the files that would be banks except for their names.
func (f *Folder) Misnamed(context.Context) ([]string, error) {
	_, misnamed, err := f.scan()
	return misnamed, err
}

func (f *Folder) scan() (names, misnamed []string, err error) {
	dir := f.dir.Dir()
	defer dir.Close()
	listed, err := dir.List(nil)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, f.failure("", err)
	}
	for _, e := range listed.Entries {
		name, isBank := cutExt(e.Name)
		switch {
		case !isBank || strings.HasPrefix(name, ".") || strings.HasPrefix(name, reserved):
		case banks.CheckName(name) != nil:
			misnamed = append(misnamed, e.Name)
		default:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), misnamed, nil
}

func cutExt(file string) (name string, isBank bool) {
	if name, ok := strings.CutSuffix(file, gzipExt); ok {
		return name, true
	}
	return strings.CutSuffix(file, plainExt)
}

// Size returns the bytes of all banks, in any form.
func (f *Folder) Size() (int64, error) {
	names, _, err := f.scan()
	var sum int64
	for _, bank := range names {
		infos, _ := f.Infos(bank) // what cannot be looked at has no size
		for _, info := range infos {
			sum += info.Size()
		}
	}
	return sum, err
}

// Infos returns what the system says of the files of a bank: of one form or of
// both, and with an error of those that it could look at.
func (f *Folder) Infos(bank string) ([]fs.FileInfo, error) {
	var infos []fs.FileInfo
	var errs []error
	for _, ext := range []string{plainExt, gzipExt} {
		info, err := f.dir.Stat(bank + ext)
		switch {
		case err == nil:
			infos = append(infos, info)
		case !errors.Is(err, fs.ErrNotExist):
			errs = append(errs, err)
		}
	}
	return infos, errors.Join(errs...)
}

func (f *Folder) file(bank, ext string) string { return filepath.Join(f.path, bank+ext) }

// Stat returns the file of a bank and its size; of two forms the one that
// is not compressed.
func (f *Folder) Stat(bank string) (path string, size int64, err error) {
	for _, ext := range []string{plainExt, gzipExt} {
		path = f.file(bank, ext)
		info, err := f.dir.Stat(bank + ext)
		if err == nil {
			return path, info.Size(), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", 0, f.failure(bank, err)
		}
	}
	return "", 0, f.missing(bank)
}

func (f *Folder) missing(bank string) error { return banks.MissingBank(bank, f.scope) }

// failure gives an error of the system, of a lock or of a file a code, and
// says which bank it is about.
func (f *Folder) failure(bank string, err error) error {
	if err == nil {
		return nil
	}
	if kind, ok := errors.AsType[*inside.KindError](err); ok {
		err = banks.Errorf(banks.IOError, "%w", kind)
	}
	if _, ours := errors.AsType[*agmem.Error](err); !ours {
		code := banks.IOError
		if atomicfile.IsDenied(err) {
			code = banks.PermissionDenied
		}
		if _, system := errors.AsType[*fs.PathError](err); system {
			err = banks.Errorf(code, "%w", err)
		}
	}
	if errors.Is(err, filelock.ErrHeld) {
		err = banks.Errorf(banks.Conflict, "another process has been writing the bank for %v: %w", filelock.Wait, err).
			WithHint("try again when that process is done")
	}
	return banks.About(err, bank, f.scope)
}
