package portable

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"

	"github.com/agmem/agmem"
)

// wireEntry is a memory as a document or a JSON array holds it: with the names of
// a document, or with those of a line.
type wireEntry struct {
	ID          json.RawMessage `json:"id"` // a number, or a UUID as in a line
	UUID        string          `json:"uuid"`
	Content     *string         `json:"content"`
	Digest      string          `json:"digest"`
	Tags        []string        `json:"tags"`
	CreatedAt   string          `json:"created_at"`
	UpdatedAt   string          `json:"updated_at"`
	ExpiresAt   string          `json:"expires_at"`
	AccessCount int64           `json:"access_count"`
	EnteredBy   string          `json:"entered_by"`
	Session     string          `json:"session"`
	Repository  string          `json:"repository"`
	Branch      string          `json:"branch"`
	Commit      string          `json:"commit"`
	Host        string          `json:"host"`
	File        string          `json:"file"`
	Heading     string          `json:"heading"`

	LineCreated string       `json:"createdAt"`
	LineUpdated string       `json:"updatedAt"`
	LineExpires string       `json:"expiresAt"`
	LineCount   int64        `json:"accessCount"`
	LineOrigin  agmem.Origin `json:"origin"`
}

// parseEntry reads one JSON object with the names of a document or of a line.
func parseEntry(text []byte) (agmem.Memory, error) {
	var w wireEntry
	if err := decode(text, &w); err != nil {
		return agmem.Memory{}, err
	}
	number, id, err := w.identity()
	if err != nil {
		return agmem.Memory{}, err
	}
	m, err := w.line(id).memory(w.names())
	m.Number = number
	return m, err
}

// identity returns the number and the UUID, of which none has to be there.
func (w *wireEntry) identity() (number int64, id string, err error) {
	text := bytes.TrimSpace(w.ID)
	switch {
	case len(text) == 0 || string(text) == "null":
		return 0, w.UUID, nil
	case text[0] == '"':
		err = json.Unmarshal(text, &id)
		return 0, cmp.Or(w.UUID, id), err
	}
	number, err = strconv.ParseInt(string(text), 10, 64)
	if err != nil || number < 1 {
		return 0, "", agmem.Errorf(agmem.Invalid, "id is %s, neither a number from 1 nor a UUID", cut(string(text)))
	}
	return number, w.UUID, nil
}

// line returns the memory as a line has it.
func (w *wireEntry) line(id string) *wireMemory {
	return &wireMemory{
		ID: id, Content: w.Content, Digest: w.Digest, Tags: w.Tags,
		CreatedAt: cmp.Or(w.CreatedAt, w.LineCreated), UpdatedAt: cmp.Or(w.UpdatedAt, w.LineUpdated),
		ExpiresAt: cmp.Or(w.ExpiresAt, w.LineExpires), AccessCount: cmp.Or(w.AccessCount, w.LineCount),
		Origin: cmp.Or(agmem.Origin{
			Author: w.EnteredBy, Session: w.Session, Repository: w.Repository,
			Branch: w.Branch, Commit: w.Commit, Host: w.Host, File: w.File, Heading: w.Heading,
		}, w.LineOrigin),
	}
}

// names returns the names of the fields that line has chosen.
func (w *wireEntry) names() names {
	chosen := lineNames()
	for _, c := range []struct {
		given bool
		field *string
		name  string
	}{
		{w.UUID != "", &chosen.id, "uuid"},
		{w.CreatedAt != "", &chosen.created, "created_at"},
		{w.UpdatedAt != "", &chosen.updated, "updated_at"},
		{w.ExpiresAt != "", &chosen.expires, "expires_at"},
		{w.AccessCount != 0, &chosen.count, "access_count"},
	} {
		if c.given {
			*c.field = c.name
		}
	}
	return chosen
}
