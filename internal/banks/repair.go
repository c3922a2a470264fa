package banks

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/bankfile"
	"github.com/agmem/agmem/internal/rawjson"
)

// staleAfter is how old a temporary file is that no writer can be writing: the
// lock would have run out.
const staleAfter = time.Minute

// Repair checks a bank, its structure and its limits, and saves what can be
// read of a damaged one, unless it is only to check. The damaged file is kept
// beside it as `<file>.corrupt-<time>` before anything is replaced.
func (f *Folder) Repair(ctx context.Context, bank string, checkOnly bool) (report agmem.BankRepair, err error) {
	report = agmem.BankRepair{Bank: bank, Scope: f.scope, Status: agmem.RepairOK}
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
	report *agmem.BankRepair
	forms  []stored
	stale  []string // temporary files of writers that were killed
}

func (r *repair) problem(status agmem.RepairStatus, format string, args ...any) {
	r.report.Problems = append(r.report.Problems, fmt.Sprintf(format, args...))
	if r.report.Status != agmem.RepairRefused {
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
		case agmem.KindOf(s.err) == agmem.Corrupt && !errors.Is(s.err, bankfile.ErrVersion):
			r.problem(agmem.RepairDamaged, "%s: %v", filepath.Base(s.path), s.err)
		default:
			r.problem(agmem.RepairRefused, "%s: %v", filepath.Base(s.path), s.err)
		}
	}
	if len(r.forms) == 2 {
		r.problem(agmem.RepairDamaged, "%s and %s both lie there",
			filepath.Base(r.forms[0].path), filepath.Base(r.forms[1].path))
	}
	r.checkTemporaries()
}

// checkTemporaries looks for what a writer that was killed left behind. A
// younger file may be that of a writer at work.
func (r *repair) checkTemporaries() {
	entries, err := os.ReadDir(r.folder.path)
	if err != nil {
		return // the bank was read, so this is no damage of it
	}
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, "."+r.report.Bank+plainExt) || !strings.HasSuffix(name, ".tmp") {
			continue
		}
		info, err := e.Info()
		if err == nil && r.folder.opts.Now().Sub(info.ModTime()) > staleAfter {
			r.stale = append(r.stale, filepath.Join(r.folder.path, name))
			r.problem(agmem.RepairDamaged, "%s was left behind by a program that was stopped while it wrote", name)
		}
	}
}

// checkLimits names what no write would have made. Only a person can say what
// is to go.
func (r *repair) checkLimits(b *bankfile.Bank) {
	if n := b.Len(); n > agmem.MaxBankKeys {
		r.problem(agmem.RepairRefused, "it has %d keys, the limit is %d", n, agmem.MaxBankKeys)
	}
	if n := len(b.Text()); n > agmem.MaxBankSize {
		r.problem(agmem.RepairRefused, "it has %d bytes, the limit is %d", n, agmem.MaxBankSize)
	}
	for e := range b.Entries() {
		if err := agmem.CheckBankKey(e.Key); err != nil {
			r.problem(agmem.RepairRefused, "the key %.80q: %v", e.Key, err)
		}
		if len(e.Value) > agmem.MaxBankValue {
			if n := rawjson.CompactSize(e.Value); n > agmem.MaxBankValue {
				r.problem(agmem.RepairRefused, "the value of %.80q has %d bytes, the limit is %d", e.Key, n, agmem.MaxBankValue)
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
		if s.err != nil && (agmem.KindOf(s.err) != agmem.Corrupt || errors.Is(s.err, bankfile.ErrVersion)) {
			return nil // check said why it is left alone
		}
	}
	now := r.folder.opts.Now()
	whole := r.latest()
	for _, s := range r.forms {
		if s.err == nil {
			continue
		}
		keptAs, err := keep(s.path, now)
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
		if err := r.folder.write(r.report.Bank, whole); err != nil {
			return err
		}
	}
	if r.report.Status == agmem.RepairDamaged {
		r.report.Status = agmem.RepairDone
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

// keep copies a damaged file to a name of its own, and returns that name.
func keep(path string, now time.Time) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	base := path + ".corrupt-" + now.UTC().Format("20060102T150405Z")
	for i := 1; ; i++ {
		name := base
		if i > 1 {
			name = fmt.Sprintf("%s-%d", base, i)
		}
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name, atomicfile.WriteFile(name, data)
		}
	}
}
