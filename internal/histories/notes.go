package histories

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/frontmatter"
)

// The formats of folders whose notes become cards.
const (
	Obsidian    Format = "obsidian"     // a vault: a folder with .obsidian
	BasicMemory Format = "basic-memory" // notes with a permalink and a type
)

// Note is a Markdown file that becomes a card.
type Note struct {
	// Slug is the name that the card is to have.
	Slug string
	// Text is the note with the fields that every card has, and with `imported`, by
	// which [Untouched] knows it again.
	Text []byte
}

// maxNote is the largest note that becomes a card, in bytes.
const maxNote = 1 << 20

// Vault says whether a folder holds notes that become cards, and whose they are.
func Vault(path string) (Format, bool) {
	const looked = 50 // files
	if info, err := os.Stat(filepath.Join(path, ".obsidian")); err == nil && info.IsDir() {
		return Obsidian, true
	}
	found, n := false, 0
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return "", false
	}
	_ = eachNote(path, func(name string, _ fs.DirEntry) error { // what cannot be read tells nothing
		if n++; n > looked {
			return fs.SkipAll
		}
		text, err := os.ReadFile(name)
		if err != nil || len(text) > maxNote {
			return nil
		}
		fields, _ := cutMatter(text)
		link := fields.Text("permalink")
		if link != "" && !strings.HasPrefix(link, "/") && fields.Has("type") && !fields.Has("layout") {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return BasicMemory, found
}

// eachNote calls take for each Markdown file of a folder, hidden ones and links
// apart.
func eachNote(path string, take func(name string, entry fs.DirEntry) error) error {
	return filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && name == path:
			return agmem.Unreadable(path, err)
		case err != nil || name != path && strings.HasPrefix(entry.Name(), "."):
			return skip(entry)
		case !entry.Type().IsRegular() || !strings.EqualFold(filepath.Ext(name), ".md"):
			return nil
		}
		return take(name, entry)
	})
}

// Notes calls yield for each note of a folder, in the order of their names, and
// returns what was left out.
func Notes(ctx context.Context, path string, format Format, yield func(Note) error) (Left, error) {
	var left Left
	taken := make(map[string]bool)
	err := eachNote(path, func(name string, entry fs.DirEntry) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		text, err := os.ReadFile(name)
		switch {
		case err != nil || !utf8.Valid(text):
			left.add(damaged)
			return nil
		case len(text) > maxNote:
			left.add(tooLong)
			return nil
		}
		below, err := filepath.Rel(path, name)
		if err != nil {
			return err
		}
		if below == "." { // the note itself was named
			below = filepath.Base(name)
		}
		note, err := cardOf(text, filepath.ToSlash(below), format, entry)
		if err != nil {
			left.add(damaged)
			return nil
		}
		for taken[strings.ToLower(note.Slug)] {
			note.Slug += "-2"
		}
		taken[strings.ToLower(note.Slug)] = true
		return yield(note)
	})
	return left, err
}

// cardOf makes a card of a note: its fields stay, and those that a card needs and
// that it lacks are added.
func cardOf(text []byte, name string, format Format, entry fs.DirEntry) (Note, error) {
	written := time.Unix(0, 0)
	if info, err := entry.Info(); err == nil {
		written = info.ModTime()
	}
	fields, _ := cutMatter(text)
	base := filepath.Base(name)
	text, err := withoutMarks(text)
	if err != nil {
		return Note{}, err
	}
	for _, field := range []struct{ name, value string }{
		{"title", strings.TrimSuffix(base, filepath.Ext(base))},
		{"created", written.Format(time.DateOnly)},
		{"source", string(format)},
	} {
		if clean(fields.Text(field.name)) != "" {
			continue
		}
		if text, err = frontmatter.Set(text, field.name, field.value); err != nil {
			return Note{}, err
		}
	}
	text, err = frontmatter.Set(text, importedField, agmem.HashContent(string(text))[:16])
	return Note{Slug: slugOf(strings.TrimSuffix(name, filepath.Ext(name))), Text: text}, err
}

// importedField has the beginning of the hash of a card as it was imported, without
// this field and the one that every writing of a card changes.
const importedField = "imported"

// withoutMarks returns a card without the two fields.
func withoutMarks(text []byte) ([]byte, error) {
	text, err := frontmatter.Remove(text, importedField)
	if err != nil {
		return nil, err
	}
	return frontmatter.Remove(text, "modified")
}

// Untouched says whether a card is as an import wrote it.
func Untouched(card []byte) bool {
	fields, _ := cutMatter(card)
	text, err := withoutMarks(card)
	return err == nil && fields.Text(importedField) == agmem.HashContent(string(text))[:16]
}

// SameNote says whether two cards say the same, whenever they were written.
func SameNote(a, b []byte) bool {
	one, err := withoutMarks(a)
	if err != nil {
		return false
	}
	other, err := withoutMarks(b)
	return err == nil && bytes.Equal(one, other)
}

// slugOf makes a name of a card of the path of a note.
func slugOf(path string) string {
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		segment = strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_' || r == '.' {
				return r
			}
			return '-'
		}, segment)
		for strings.Contains(segment, "--") {
			segment = strings.ReplaceAll(segment, "--", "-")
		}
		if segment = strings.Trim(segment, "-."); segment == "" {
			segment = "note"
		}
		segments[i] = segment
	}
	return strings.Join(segments, "/")
}
