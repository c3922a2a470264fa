package portable

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/agmem/agmem"
)

// WriteMemory writes a memory as one line of JSON Lines, with its end.
func WriteMemory(w io.Writer, m agmem.Memory) error {
	if m.Tags == nil {
		m.Tags = []string{}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(m)
}

// wireMemory is a memory as a line holds it. Dates are text here, so that a
// bad one can be named by its field.
type wireMemory struct {
	ID          string       `json:"id"`
	Content     *string      `json:"content"`
	Digest      string       `json:"digest"`
	Tags        []string     `json:"tags"`
	CreatedAt   string       `json:"createdAt"`
	UpdatedAt   string       `json:"updatedAt"`
	AccessCount int64        `json:"accessCount"`
	ExpiresAt   string       `json:"expiresAt"`
	Origin      agmem.Origin `json:"origin"`
}

// decode reads one JSON object.
func decode(text []byte, to any) error {
	// encoding/json would replace what is not UTF-8 without a word.
	if !utf8.Valid(text) {
		return agmem.Errorf(agmem.Invalid, "it is not valid UTF-8")
	}
	err := json.Unmarshal(text, to)
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if mismatch.Field == "" {
			return agmem.Errorf(agmem.Invalid, "it is a JSON %s, not an object", mismatch.Value)
		}
		return agmem.Errorf(agmem.Invalid, "%s is a JSON %s, not %s", mismatch.Field, mismatch.Value, expected(mismatch.Field))
	}
	if err != nil {
		return notJSON(err)
	}
	return nil
}

func notJSON(err error) error {
	return agmem.Errorf(agmem.Invalid, "it is not valid JSON: %w", err)
}

// expected says what the value of a field must be.
func expected(field string) string {
	switch field {
	case "tags":
		return "a list of strings"
	case "accessCount", "access_count":
		return "a whole number"
	case "origin":
		return "an object"
	}
	return "a string"
}

// names are what a text calls some fields of a memory, for its errors.
type names struct{ id, created, updated, expires, count string }

func lineNames() names { return names{"id", "createdAt", "updatedAt", "expiresAt", "accessCount"} }

// memory returns the memory, checked as far as that can be done without the
// store.
func (w *wireMemory) memory(called names) (agmem.Memory, error) {
	m := agmem.Memory{Tags: agmem.CleanTags(w.Tags), AccessCount: agmem.BoundCount(w.AccessCount), Origin: w.Origin}
	var err error
	if m.Content, err = w.content(); err != nil {
		return m, err
	}
	if m.Digest = w.Digest; m.Digest == "" {
		m.Digest = m.Content
	}
	if m.ID, err = parseID(w.ID); err != nil {
		return m, agmem.Errorf(agmem.Invalid, "%s is %q, not a UUID", called.id, cut(w.ID))
	}
	for _, date := range []struct {
		field, text string
		of          func(string) (agmem.Instant, error)
		to          *agmem.Instant
	}{
		{called.created, w.CreatedAt, parseDate, &m.CreatedAt},
		{called.updated, w.UpdatedAt, parseDate, &m.UpdatedAt},
		{called.expires, w.ExpiresAt, parseExpiry, &m.ExpiresAt},
	} {
		if *date.to, err = date.of(date.text); err != nil || !writable(*date.to) {
			return m, agmem.Errorf(agmem.Invalid, "%s is %q, not an RFC 3339 time or a date", date.field, cut(date.text))
		}
	}
	if m.AccessCount < 0 {
		return m, agmem.Errorf(agmem.Invalid, "%s is %d, it must not be negative", called.count, w.AccessCount)
	}
	return m, agmem.Draft{Content: m.Content, Digest: m.Digest, Tags: m.Tags}.Validate()
}

// RFC 3339 has years of four digits, out of which an offset can lead: these are
// 0000-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z.
const (
	firstInstant agmem.Instant = -62_167_219_200_000
	lastInstant  agmem.Instant = 253_402_300_799_999
)

func writable(i agmem.Instant) bool { return firstInstant <= i && i <= lastInstant }

func (w *wireMemory) content() (string, error) {
	switch {
	case w.Content == nil:
		return "", agmem.Errorf(agmem.Invalid, "content is missing")
	case strings.TrimSpace(*w.Content) == "":
		return "", agmem.Errorf(agmem.Invalid, "content is empty")
	}
	return *w.Content, nil
}

// parseID returns a UUID in lower case; none stays none.
func parseID(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	id := strings.ToLower(text)
	hexadecimal := strings.ReplaceAll(id, "-", "")
	_, err := hex.DecodeString(hexadecimal)
	if err != nil || len(hexadecimal) != 32 || len(id) != 36 ||
		id[8] != '-' || id[13] != '-' || id[18] != '-' || id[23] != '-' {
		return "", errors.New("it is not a UUID")
	}
	return id, nil
}

// parseDate reads RFC 3339, or a date as the beginning of that local day;
// none stays none.
func parseDate(text string) (agmem.Instant, error) {
	if t, err := time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return agmem.InstantOf(t), nil
	}
	var i agmem.Instant
	err := i.UnmarshalText([]byte(text))
	return i, err
}

// parseExpiry is parseDate, but a date is the end of that day.
func parseExpiry(text string) (agmem.Instant, error) {
	if t, err := time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return min(agmem.InstantOf(t.AddDate(0, 0, 1))-1, lastInstant), nil
	}
	return parseDate(text)
}

// cut shortens what an error repeats.
func cut(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

func asAgmem(err error) (*agmem.Error, bool) { return errors.AsType[*agmem.Error](err) }
