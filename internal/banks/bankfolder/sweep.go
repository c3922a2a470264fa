package bankfolder

import (
	"strings"

	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/banks"
)

// Sweep removes the temporary files that killed writers left in the folder, also
// those of banks that are gone.
func (f *Folder) Sweep() {
	f.sweep(func(name string) bool {
		bank, _, ok := strings.Cut(name, plainExt)
		return ok && banks.CheckName(bank) == nil
	})
}

// sweep removes those that were for wanted files. A folder that a project's link
// leads to elsewhere is left alone.
func (f *Folder) sweep(wanted func(name string) bool) {
	if path, err := f.dir.Writable("."); err == nil {
		atomicfile.Sweep(path, wanted)
	}
}

// isFileOf tells the files of a bank, with the copies that are kept of it, from
// those of others.
func isFileOf(bank string) func(name string) bool {
	return func(name string) bool {
		rest, ok := strings.CutPrefix(name, bank+plainExt)
		return ok && (rest == "" || rest[0] == '.')
	}
}
