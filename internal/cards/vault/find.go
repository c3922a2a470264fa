package vault

import (
	"cmp"
	"errors"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cards/wikilink"
	"github.com/agmem/agmem/internal/inside"
)

// find returns the file of a slug, or of a path below the folder of cards. A
// name that is spelled in another case or normal form is found where nothing
// has it exactly. Two files of one slug are Conflict, none is NotFound.
func (v *Vault) find(slug string) (file, error) {
	if err := v.need(); err != nil {
		return file{}, err
	}
	files, failed := v.names()
	f, err := choose(files, slug)
	if agmem.KindOf(err) == agmem.NotFound {
		return file{}, cmp.Or(v.beyond(slug, failed), err)
	}
	return f, err
}

// beyond returns the one of the errors of a listing that is about a link which
// leads out of the folder, if a name means that link or what is behind it.
func (v *Vault) beyond(slug string, failed error) error {
	joined, ok := failed.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	slug = strings.TrimSuffix(slug, extension)
	for _, err := range joined.Unwrap() {
		link, ok := errors.AsType[*inside.LinkError](err)
		if !ok {
			continue
		}
		below, err2 := filepath.Rel(v.Folder(), link.Path)
		at := strings.TrimSuffix(filepath.ToSlash(below), extension)
		if err2 == nil && (isSpelled(slug, at) || strings.HasPrefix(strings.TrimPrefix(slug, "/"), at+"/")) {
			return err
		}
	}
	return nil
}

// choose returns the one of some files that a slug or a path means.
func choose(files []file, slug string) (file, error) {
	name := strings.TrimSuffix(slug, extension)
	exactly := func(a, b string) bool { return a == b }
	folded := func(a, b string) bool { return wikilink.Fold(a) == wikilink.Fold(b) }
	for _, same := range []func(a, b string) bool{exactly, folded} {
		found := matching(files, name, same)
		switch len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			return file{}, ambiguous(slug, found)
		}
	}
	return file{}, notFound(slug)
}

// matching returns the files that a name means: by their path where it has
// folders, else by their slug. A / before a path tells a card that is in no
// folder from those that have its slug in one.
func matching(files []file, name string, same func(a, b string) bool) []file {
	var found []file
	isPath := strings.Contains(name, "/")
	name = strings.TrimPrefix(name, "/")
	for _, f := range files {
		own := f.slug()
		if isPath {
			own = f.path
		}
		if same(own, name) {
			found = append(found, f)
		}
	}
	return found
}

func notFound(slug string) error {
	return agmem.Errorf(agmem.NotFound, "Card not found: %s", slug)
}

func ambiguous(slug string, found []file) error {
	names := make([]string, len(found))
	for i, f := range found {
		names[i] = f.path + extension
	}
	return agmem.Errorf(agmem.Conflict, "%s is the slug of %d cards: %s", slug, len(found), cards.Few(names)).
		WithHint("name one by its path, such as /%s", found[0].path)
}
