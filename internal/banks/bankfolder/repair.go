package bankfolder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/bankfile"
	"github.com/agmem/agmem/internal/rawjson"
)

// staleAfter is how old a temporary file is that no writer can be writing: the
// lock would have run out.
const staleAfter = time.Minute

// Repair checks a bank, its structure and its limits, and saves what can be
// read of a damaged one, unless it is only to check. The damaged file is kept
// beside it as `<file>.corrupt-<time>` before anything is replaced.
func (f *Folder) Repair(ctx context.Context, bank string, checkOnly bool) (report banks.RepairReport, err error) {
	report = banks.RepairReport{Bank: bank, Scope: f.scope, Status: banks.RepairOK}
	if !checkOnly {
		unlock, err := f.lock(ctx, bank)
		if err != nil {
			return report, f.failure(bank, err)
		}
		defer func() { err = errors.Join(err, f.failure(bank, unlock())) }()
	}
	forms := f.forms(bank)
	if len(forms) == 0 {
		return report, f.missing(bank)
	}
	r := repair{folder: f, report: &report, forms: forms}
	r.check()
	if !checkOnly {
		err = r.mend()
	}
	return report, f.failure(bank, err)
}

// repair is one Repair in progress.
type repair struct {
	folder *Folder
	report *banks.RepairReport
	forms  []stored
	stale  []string // temporary files of writers that were killed
}

func (r *repair) problem(status banks.RepairStatus, format string, args ...any) {
	r.report.Problems = append(r.report.Problems, fmt.Sprintf(format, args...))
	if r.report.Status != banks.RepairRefused {
		r.report.Status = status
	}
}

func (r *repair) check() {
	for i := range r.forms {
		s := &r.forms[i]
		s.parse()
		switch {
		case s.err == nil:
			r.checkLimits(s.bank)
		case mendable(s.err):
			r.problem(banks.RepairDamaged, "%s: %v", filepath.Base(s.path), s.err)
		default:
			r.problem(banks.RepairRefused, "%s: %v", filepath.Base(s.path), s.err)
		}
	}
	if len(r.forms) == 2 {
		r.problem(banks.RepairDamaged, "both %s and %s exist",
			filepath.Base(r.forms[0].path), filepath.Base(r.forms[1].path))
	}
	r.checkTemporaries()
}

// mendable says whether a bank with this error is damaged. One of another
// version is not, and what cannot be read now may be read later.
func mendable(err error) bool {
	_, unknown := errors.AsType[*bankfile.VersionError](err)
	return agmem.KindOf(err) == agmem.Corrupt && !unknown
}

// checkTemporaries looks for what a writer that was killed left behind. A
// younger file may be that of a writer at work.
func (r *repair) checkTemporaries() {
	dir := r.folder.dir.Dir()
	defer dir.Close()
	listed, err := dir.List(nil)
	if err != nil {
		return // the bank was read, so this is not damage of the bank
	}
	for _, e := range listed.Entries {
		name := e.Name
		if !strings.HasPrefix(name, "."+r.report.Bank+plainExt) || !strings.HasSuffix(name, ".tmp") {
			continue
		}
		info, err := r.folder.dir.Stat(name)
		if err == nil && r.folder.opts.Now().Sub(info.ModTime()) > staleAfter {
			r.stale = append(r.stale, filepath.Join(r.folder.path, name))
			r.problem(banks.RepairDamaged, "%s was left behind by a program that was stopped while it wrote", name)
		}
	}
}

// checkLimits names what no write would have made. Only a person can say what
// is to go.
func (r *repair) checkLimits(b *bankfile.Bank) {
	if n := b.Len(); n > banks.MaxKeys {
		r.problem(banks.RepairRefused, "it has %d keys, the limit is %d", n, banks.MaxKeys)
	}
	if n := len(b.Text()); n > banks.MaxSize {
		r.problem(banks.RepairRefused, "it has %d bytes, the limit is %d", n, banks.MaxSize)
	}
	for e := range b.Entries() {
		if err := banks.CheckKey(e.Key); err != nil {
			r.problem(banks.RepairRefused, "the key %.80q: %v", e.Key, err)
		}
		if len(e.Value) > banks.MaxValue {
			if n := rawjson.CompactSize(e.Value); n > banks.MaxValue {
				r.problem(banks.RepairRefused, "the value of %.80q has %d bytes, the limit is %d", e.Key, n, banks.MaxValue)
			}
		}
	}
}

// mend leaves one sound file of the bank: the later of two, with what could
// be read of a damaged one.
func (r *repair) mend() error {
	for _, path := range r.stale {
		if err := atomicfile.Remove(path); err != nil {
			return err
		}
	}
	for _, s := range r.forms {
		if s.err != nil && !mendable(s.err) {
			return nil // check said why it is left alone
		}
	}
	now := r.folder.opts.Now()
	whole := r.latest()
	for _, s := range r.forms {
		if s.err == nil {
			continue
		}
		keptAs, err := r.folder.keep(s.path, now)
		if err != nil {
			return err
		}
		r.report.KeptAs = keptAs
		saved, n := bankfile.Salvage(s.text, now)
		r.report.Salvaged += n
		whole = united(whole, saved)
	}
	if whole != nil && (r.report.KeptAs != "" || len(r.forms) == 2) {
		whole.Touch(now)
		if err := r.folder.write(r.report.Bank, whole.Render()); err != nil {
			return err
		}
	}
	if r.report.Status == banks.RepairDamaged {
		r.report.Status = banks.RepairDone
	}
	return nil
}

// latest returns the sound form that was written last, nil for none.
func (r *repair) latest() *bankfile.Bank {
	var latest *bankfile.Bank
	for _, s := range r.forms {
		if s.err == nil && (latest == nil || s.bank.UpdatedAt().After(latest.UpdatedAt())) {
			latest = s.bank
		}
	}
	return latest
}

// united adds to a bank the salvaged entries that it lacks or has in an
// earlier version.
func united(b, saved *bankfile.Bank) *bankfile.Bank {
	if b == nil {
		return saved
	}
	for e := range saved.Entries() {
		if own, ok := b.Entry(e.Key); !ok || own.UpdatedAt.Before(e.UpdatedAt) {
			b.Adopt(saved, e.Key)
		}
	}
	return b
}

// keep copies a damaged file to a new name, and returns that name.
func (f *Folder) keep(path string, now time.Time) (string, error) {
	file, _, err := f.dir.Open(filepath.Base(path))
	if err != nil {
		return "", err
	}
	defer file.Close()
	name := freeName(path, "corrupt", now)
	return name, atomicfile.Write(name, func(w io.Writer) error {
		_, err := io.Copy(w, file)
		return err
	})
}
