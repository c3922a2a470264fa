package cards

import (
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards/wikilink"
)

// MaxSize is the largest card that is indexed, in bytes. A larger one can be
// read and archived, but is not searched.
const MaxSize = 8 << 20

// Card is a Markdown note with links to others. The file is the only copy; this is
// what a reader needs to know of it. Its JSON form is a stable interface.
type Card struct {
	// Slug is the name of the file without .md.
	Slug string `json:"slug"`
	// Path is where the file is below the folder of cards, with slashes and
	// without .md. It is unique; a slug need not be.
	Path string `json:"path"`
	// Title is that of the frontmatter, else a heading of level 1 before any
	// text, else the slug.
	Title string `json:"title"`
	// Summary is the first paragraph, on one line.
	Summary string `json:"summary,omitempty"`
	// Created and Modified are days as the frontmatter has them.
	Created  string   `json:"created,omitempty"`
	Modified string   `json:"modified,omitempty"`
	Source   string   `json:"source,omitempty"`
	Status   string   `json:"status,omitempty"` // stale, conflict or what a person wrote
	Tags     []string `json:"tags,omitempty"`
	Aliases  []string `json:"aliases,omitempty"`
	// Links are the targets of its links as they are written, in order, each
	// once.
	Links []string `json:"links,omitempty"`
	// Name is what every command calls it: the slug, or a path where other cards
	// have the slug. It is empty where the other cards are not known.
	Name string `json:"name,omitempty"`
	// FileTime is when the file was last written.
	FileTime agmem.Instant `json:"file_time,omitzero"`
	// Missing names the fields that a written card must have and this one has
	// not; a card that a person made may lack them.
	Missing []string `json:"missing,omitempty"`
	// Problem says why the frontmatter cannot be read; empty where it can.
	Problem string `json:"problem,omitempty"`
}

// Note returns what links may name the card by.
func (c Card) Note() wikilink.Note {
	return wikilink.Note{Path: c.Path, Title: c.Title, Aliases: c.Aliases}
}

// CreatedAt returns the beginning of the local day of creation, or the time of
// the file where the card does not say.
func (c Card) CreatedAt() agmem.Instant { return dayOr(c.Created, c.FileTime) }

// ModifiedAt returns the beginning of the local day of the last change, or the
// time of the file where the card does not say.
func (c Card) ModifiedAt() agmem.Instant { return dayOr(c.Modified, c.FileTime) }

// ChangedAt returns the time of the file where that is on the day of the last
// change, which is more exact, else the beginning of that day.
func (c Card) ChangedAt() agmem.Instant {
	day := c.ModifiedAt()
	if c.FileTime >= day && c.FileTime < agmem.InstantOf(day.Time().AddDate(0, 0, 1)) {
		return c.FileTime
	}
	return day
}

// dayOr reads a day as cards write it.
func dayOr(day string, other agmem.Instant) agmem.Instant {
	for _, layout := range []string{time.DateOnly, time.RFC3339, time.DateTime, "2006-01-02T15:04:05", "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, day, time.Local); err == nil {
			return agmem.InstantOf(t)
		}
	}
	return other
}

// Query asks for cards.
type Query struct {
	Text   string // any text; not blank
	Limit  int    // 1 or more
	Tags   []string
	Source string // of the frontmatter; empty: any
	// Since and Before bound the days of creation, YYYY-MM-DD; empty: none.
	Since, Before string
}

// Hit is a card that answers a query.
type Hit struct {
	Card
	Score float64 `json:"score"`
	// Match is the line that answers, where the first paragraph does not.
	Match     string             `json:"match,omitempty"`
	Corrected []agmem.Correction `json:"corrected,omitempty"`
}

// The states that `mark` knows.
const (
	Stale    = "stale"
	Conflict = "conflict"
)

// RequiredFields are those that a card must have to be written.
func RequiredFields() []string { return []string{"title", "created", "source"} }

// Renamed is what a rename did. Old and New are paths.
type Renamed struct {
	Old string `json:"old"`
	New string `json:"new"`
	// Changed are the paths that the cards have now whose links were rewritten.
	Changed []string `json:"changed"`
	More    int      `json:"more,omitempty"` // changed cards that were left out
	// Names are what commands call the changed cards, in the same order.
	Names []string `json:"-"`
}
