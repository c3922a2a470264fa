package vault

import (
	"path/filepath"
	"strings"

	"github.com/agmem/agmem/internal/atomicfile"
)

// formerJournal is what earlier versions called the journal of a rename.
const formerJournal = ".memex-rename.json"

// Sweep removes the temporary files that killed writers left: in the home, and
// in those folders of cards where the last look at all cards saw some. Folders
// outside of the home that links lead to are left alone.
func (v *Vault) Sweep() {
	atomicfile.Sweep(v.home, func(name string) bool { return name == organizedFile || name == formerJournal })
	if journal := v.journalFile(); journal != "" {
		atomicfile.Sweep(filepath.Dir(journal), func(name string) bool { return name == filepath.Base(journal) })
	}
	seen := v.unfinished.Load()
	if seen == nil {
		return
	}
	for _, folder := range *seen {
		if path, err := v.cards.Writable(folder); err == nil {
			atomicfile.Sweep(path, func(name string) bool { return strings.HasSuffix(name, extension) })
		}
	}
}
