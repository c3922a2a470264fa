package vault

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/atomicfile"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cards/wikilink"
)

// Rename gives a card another slug and rewrites every link to it; aliases,
// headings and what is shown stay. A journal is on the disk before anything
// changes: [Vault.Recover] finishes a rename that was cut off.
//
// The card keeps its folder unless the new slug names one. A slug that a card
// has already is Conflict.
func (v *Vault) Rename(ctx context.Context, old, slug string) (done cards.Renamed, err error) {
	if err := v.need(); err != nil {
		return done, err
	}
	err = v.locked(ctx, func() error {
		f, err := v.find(old)
		if err != nil {
			return err
		}
		j := journal{Old: f.path, New: strings.TrimSuffix(slug, extension)}
		if err := checkSlug(j.New); err != nil {
			return err
		}
		if !strings.Contains(j.New, "/") {
			j.New = path.Join(path.Dir(f.path), j.New)
		}
		if err := v.checkFree(j); err != nil {
			return err
		}
		if err := v.checkWritable(j); err != nil {
			return err
		}
		if err := v.writeJournal(j); err != nil {
			return err
		}
		if done, err = v.finish(j); err != nil && len(done.Changed) == 0 {
			err = errors.Join(err, v.removeJournal()) // nothing was begun
		}
		return err
	})
	return done, err
}

// checkFree reports a new slug that a card has already, in any case: on
// many systems that is the same file.
func (v *Vault) checkFree(j journal) error {
	files, _ := v.names()
	for _, f := range files {
		if f.path == j.Old {
			continue
		}
		if wikilink.Fold(f.slug()) == wikilink.Fold(path.Base(j.New)) {
			return agmem.Errorf(agmem.Conflict, "there is a card %s already: %s", f.slug(), v.fileOf(f.path))
		}
	}
	if j.Old == j.New {
		return agmem.Errorf(agmem.Invalid, "the card is called %s already", path.Base(j.New))
	}
	return nil
}

// checkWritable reports a card that links lead elsewhere, or that would go
// elsewhere.
func (v *Vault) checkWritable(j journal) error {
	_, err := v.cards.Writable(name(j.Old))
	if err == nil {
		_, err = v.cards.Writable(name(j.New))
	}
	return err
}

// namesOf returns what the changed cards of a rename are called after it.
func namesOf(files []file, done cards.Renamed) []string {
	paths := make([]string, len(files))
	for i, f := range files {
		if paths[i] = f.path; f.path == done.Old {
			paths[i] = done.New
		}
	}
	names := make([]string, len(done.Changed))
	for i, called := 0, cards.NewNames(paths); i < len(names); i++ {
		names[i] = called.Of(done.Changed[i])
	}
	return names
}

// finish rewrites the links, moves the file and removes the journal. Each step
// may have been done before: a link that was rewritten leads elsewhere now.
func (v *Vault) finish(j journal) (cards.Renamed, error) {
	done := cards.Renamed{Old: j.Old, New: j.New, Changed: []string{}}
	if _, err := v.inner.Stat("."); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return done, v.failure(v.Folder(), unwrapped(err))
	}
	files, _, _ := walk(v.inner, nil)
	has := func(at string) bool {
		return slices.ContainsFunc(files, func(f file) bool { return f.path == at })
	}
	if has(j.Old) && has(j.New) { // the new one was written after the rename was interrupted
		return done, agmem.Errorf(agmem.Conflict, "%s was being renamed to %s, and now both exist", j.Old, j.New).
			WithHint("move %s elsewhere: the next command finishes the rename", v.fileOf(j.New))
	}
	links, notes := v.relinkerOf(files, j)
	for _, n := range notes {
		text, changed := links.rewrite(n)
		if !changed {
			continue
		}
		file, err := v.cards.Writable(name(n.at))
		if err == nil {
			err = atomicfile.Rewrite(file, text)
		}
		if err != nil {
			return done, err
		}
		done.Changed = append(done.Changed, n.after)
	}
	slices.Sort(done.Changed)
	done.Names = namesOf(files, done)
	if has(j.Old) {
		if err := v.checkWritable(j); err != nil {
			return done, err
		}
		to := v.fileOf(j.New)
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return done, v.failure(to, err)
		}
		if err := atomicfile.Move(v.fileOf(j.Old), to); err != nil {
			return done, err
		}
	}
	return done, v.removeJournal()
}
