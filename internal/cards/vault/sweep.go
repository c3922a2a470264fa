package vault

import (
	"path/filepath"
	"strings"

	"github.com/agmem/agmem/internal/atomicfile"
)

// Sweep removes the temporary files that killed writers left: in the home, and
// in those folders of cards where the last look at all cards saw some. Folders
// outside of the home that links lead to are left alone.
func (v *Vault) Sweep() {
	atomicfile.Sweep(v.home, func(name string) bool {
		return name == filepath.Base(v.journalFile()) || name == filepath.Base(v.organizedFile())
	})
	seen := v.unfinished.Load()
	if seen == nil {
		return
	}
	inside := realPath(v.Folder())
	for _, folder := range *seen {
		if below := realPath(folder); below == inside || strings.HasPrefix(below, inside+string(filepath.Separator)) {
			atomicfile.Sweep(folder, func(name string) bool { return strings.HasSuffix(name, extension) })
		}
	}
}
