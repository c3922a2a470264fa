package vault

import (
	"path"
	"strconv"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/fileindex"
)

// The index keeps what is known of a card beside its text, as fields with a
// control character between them: links of ten thousand cards are read at
// once, and JSON would take longer than all the rest.
const (
	fieldEnd = "\x1f"
	itemEnd  = "\x1e"
)

const fieldCount = 13

func encode(c cards.Card) string {
	fields := [fieldCount]string{
		c.Slug, c.Path, c.Title, c.Summary, c.Created, c.Modified, c.Source, c.Status,
		encodeList(c.Tags), encodeList(c.Aliases), encodeList(c.Links), encodeList(c.Missing),
		strconv.FormatInt(int64(c.FileTime), 10),
	}
	for i := range fields {
		fields[i] = strings.ReplaceAll(fields[i], fieldEnd, " ")
	}
	return strings.Join(fields[:], fieldEnd)
}

func encodeList(list []string) string {
	if len(list) == 0 {
		return ""
	}
	clean := make([]string, len(list))
	for i, item := range list {
		clean[i] = strings.ReplaceAll(item, itemEnd, " ")
	}
	return strings.Join(clean, itemEnd)
}

// cardOf returns the card of an entry. Its path is that of the file, which may
// have control characters in its name.
func cardOf(e fileindex.Entry) (cards.Card, error) {
	c, err := decode(e.Extra)
	c.Path, c.Slug = e.File, path.Base(e.File)
	return c, err
}

func decode(extra string) (cards.Card, error) {
	var fields [fieldCount]string
	rest := extra
	for i := range fields {
		var more bool
		fields[i], rest, more = strings.Cut(rest, fieldEnd)
		if !more && i < fieldCount-1 {
			return cards.Card{}, agmem.Errorf(agmem.Internal, "the index of the cards has no card")
		}
	}
	written, err := strconv.ParseInt(fields[12], 10, 64)
	if err != nil {
		return cards.Card{}, agmem.Errorf(agmem.Internal, "the index of the cards: %w", err)
	}
	return cards.Card{
		Slug: fields[0], Path: fields[1], Title: fields[2], Summary: fields[3], Created: fields[4], Modified: fields[5],
		Source: fields[6], Status: fields[7], Tags: decodeList(fields[8]), Aliases: decodeList(fields[9]),
		Links: decodeList(fields[10]), Missing: decodeList(fields[11]), FileTime: agmem.Instant(written),
	}, nil
}

func decodeList(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, itemEnd)
}
