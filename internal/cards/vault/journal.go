package vault

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/cards"
)

// journal is a rename that was begun.
type journal struct {
	Old string `json:"old"`
	New string `json:"new"`
}

// check reports a journal that no rename wrote: a path that no card has, or a
// slug that no card gets.
func (j journal) check() error {
	for _, at := range []string{j.Old, j.New} {
		hidden := strings.HasPrefix(at, ".") || strings.Contains(at, "/.")
		if at == "" || path.Clean(at) != at || hidden || !filepath.IsLocal(filepath.FromSlash(at)) {
			return fmt.Errorf("%q is not the path of a card", at)
		}
	}
	return checkSlug(path.Base(j.New))
}

// journalFile returns where a rename that was begun is noted; empty: nowhere.
// That is outside the home, in a folder that only the user can write to: in the
// home it could have come with a clone, and would say what a stranger wants to be
// rewritten.
func (v *Vault) journalFile() string { return keyed(v.opts.DataDir, v.Folder(), ".rename.json") }

// writeJournal notes a rename. Where nothing can be noted it goes on all the
// same: repeated, a rename that was cut off does what is left.
func (v *Vault) writeJournal(j journal) error {
	file := v.journalFile()
	if file == "" {
		return nil
	}
	text, err := json.Marshal(j)
	if err != nil {
		return agmem.Errorf(agmem.Internal, "the journal of a rename: %w", err)
	}
	err = atomicfile.WriteFile(file, text)
	if agmem.KindOf(err) == agmem.Denied {
		return nil
	}
	return err
}

func (v *Vault) removeJournal() error {
	if file := v.journalFile(); file != "" {
		return atomicfile.Remove(file)
	}
	return nil
}

// Recover finishes a rename that was cut off; without one it does nothing but
// look for the journal. It says what it did. A journal in the home, where
// anybody may have put it, is an error and not followed.
func (v *Vault) Recover(ctx context.Context) (*cards.Renamed, error) {
	foreign, file := v.foreignJournal(), v.journalFile()
	if file == "" {
		return nil, foreign
	}
	if _, err := os.Lstat(file); err != nil {
		return nil, foreign
	}
	var done cards.Renamed
	err := v.locked(ctx, func() error {
		j, err := readJournal(file)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // another process was faster
		}
		if err != nil {
			return agmem.Errorf(agmem.Corrupt, "the journal %s of a rename cannot be read: %w", file, err).
				WithHint("remove it, then look for broken links").WithStep(cards.ActionDoctor, "")
		}
		done, err = v.finish(j)
		return err
	})
	if err != nil || done.New == "" {
		return nil, errors.Join(foreign, err)
	}
	return &done, foreign
}

func readJournal(file string) (j journal, err error) {
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &j)
	}
	if err == nil {
		err = j.check()
	}
	return j, err
}

// foreignJournal reports a journal where earlier versions kept theirs.
func (v *Vault) foreignJournal() error {
	file := filepath.Join(v.home, formerJournal)
	if _, err := os.Lstat(file); err != nil {
		return nil
	}
	return agmem.Errorf(agmem.Invalid, "%s is not the journal of a rename that was begun here, and is not followed", file).
		WithHint("remove it; if a rename of yours was cut off, run it again")
}
