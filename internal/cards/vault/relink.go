package vault

import (
	"path"
	"strings"

	"github.com/agmem/agmem/internal/cards/wikilink"
)

// note is a card on the disk during a rename.
type note struct {
	before, after string // its path, which is the same for all cards but one
	at            string // its path on the disk
	text          []byte
}

// relinker rewrites the links to a card that gets another path.
type relinker struct {
	journal
	before, after *wikilink.Resolver // of all cards
}

// relinkerOf returns the relinker of a rename, and the cards that have links at
// all. The renamed card may have been moved already.
func (v *Vault) relinkerOf(files []file, j journal) (relinker, []note) {
	var before, after []wikilink.Note
	var notes []note
	session := v.inner.Session()
	defer session.Close()
	for _, f := range files {
		n := note{before: f.path, after: f.path, at: f.path}
		if f.path == j.Old || f.path == j.New {
			n.before, n.after = j.Old, j.New
		}
		var err error
		if n.text, _, err = readBounded(session, f.path); err != nil {
			continue // what cannot be read has no links that anybody sees
		}
		card, _ := parse(n.before, n.text)
		before = append(before, card.Note())
		if n.before != n.after { // without a title it is called by its slug
			card, _ = parse(n.after, n.text)
		}
		after = append(after, card.Note())
		if len(card.Links) > 0 {
			notes = append(notes, n)
		}
	}
	return relinker{j, wikilink.NewResolver(before), wikilink.NewResolver(after)}, notes
}

// rewrite returns the text of a card with the links that have to change, and
// whether there are any.
func (r relinker) rewrite(n note) ([]byte, bool) {
	var out []byte
	from := 0
	body := bodyAt(n.text)
	for l := range wikilink.All(n.text[body:]) {
		to, by := r.before.Resolve(n.before, l.Target)
		if to != r.Old || r.mayStay(n, l, by) {
			continue
		}
		out = append(out, n.text[from:body+l.TargetStart]...)
		out = append(out, r.target(l, by)...)
		from = body + l.TargetEnd
	}
	return append(out, n.text[from:]...), from > 0
}

// mayStay says whether a link to the renamed card is left as it is: it has the
// new slug, or it leads to the card all the same, as one by an alias does, and
// one that has the slug in another case when the card only moves. A link that
// has the old slug letter by letter follows it.
func (r relinker) mayStay(n note, l wikilink.Link, by wikilink.By) bool {
	switch l.Target {
	case path.Base(r.New):
		return true
	case path.Base(r.Old):
		return false
	}
	to, now := r.after.Resolve(n.after, l.Target)
	isName := by != wikilink.ByPath && by != wikilink.BySlug
	return to == r.New && (isName || now == by)
}

// target returns the new target of a link, in the way that the old one was
// written. The card behind a name may have nothing of it in its new slug, so
// the name is shown.
func (r relinker) target(l wikilink.Link, by wikilink.By) string {
	slug := path.Base(r.New)
	switch {
	case by == wikilink.ByPath:
		if slug == path.Base(r.Old) {
			slug = path.Base(l.Target) // in the case that it is shown in
		}
		to := path.Join(path.Dir(r.New), slug)
		if strings.HasPrefix(l.Target, "/") {
			to = "/" + to
		}
		return to
	case by != wikilink.BySlug && l.Shown == "" && l.Heading == "":
		return slug + "|" + l.Target
	}
	return slug
}
