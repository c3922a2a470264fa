package evaluation

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/uuid"
)

// Document is a line of corpus.jsonl.
type Document struct {
	ID      text            `json:"_id"`
	Group   text            `json:"group"`
	Title   string          `json:"title"`
	Text    string          `json:"text"`
	Speaker string          `json:"speaker"`
	Session json.RawMessage `json:"session"`
	Date    string          `json:"date"`
}

func (d Document) check() error {
	if d.ID == "" {
		return agmem.Errorf(agmem.Invalid, "a document has no _id")
	}
	_, err := d.written(time.Time{})
	return err
}

// Memories are the documents of a group as memories, those without text left out.
// What has no date was written at the time now.
func (s *Set) Memories(group string, now time.Time) []agmem.Memory {
	all := make([]agmem.Memory, 0, len(s.Documents[group]))
	for _, d := range s.Documents[group] {
		if strings.TrimSpace(d.Text) == "" {
			continue
		}
		at, _ := d.written(now) // checked when it was read
		all = append(all, agmem.Memory{
			ID: idOf(group, d.ID), Content: d.Text, Digest: d.Title, CreatedAt: agmem.InstantOf(at),
			Origin: agmem.Origin{Author: d.Speaker, Session: strings.Trim(string(d.Session), `"`)},
		})
	}
	return all
}

// idOf is the id of the memory of a document, the same every time.
func idOf(group string, id text) string {
	sum := sha256.Sum256([]byte(group + "\x00" + string(id)))
	var u uuid.ID
	copy(u[:], sum[:])
	u[6], u[8] = u[6]&0x0f|0x40, u[8]&0x3f|0x80
	return u.String()
}

// Names returns the ids of the documents by the hash of their text. A store has each
// text once, so that one hit can be several documents.
func (s *Set) Names(group string) map[string][]string {
	names := make(map[string][]string, len(s.Documents[group]))
	for _, d := range s.Documents[group] {
		hash := agmem.HashText(d.Text)
		names[hash] = append(names[hash], string(d.ID))
	}
	return names
}

// written reads the date of a document: one of RFC 3339, or as LoCoMo, LongMemEval
// and MemDaily write them.
func (d Document) written(now time.Time) (time.Time, error) {
	if d.Date == "" {
		return now, nil
	}
	date := strings.TrimSpace(d.Date)
	if f := strings.Fields(date); len(f) == 3 && strings.HasPrefix(f[1], "周") {
		date = f[0] + " " + f[2]
	}
	for _, layout := range []string{
		time.RFC3339, time.DateTime, time.DateOnly,
		"3:04 pm on 2 January, 2006", "2006/01/02 (Mon) 15:04", "2006年01月02日 15:04",
	} {
		if t, err := time.Parse(layout, date); err == nil {
			return t, nil
		}
	}
	return time.Time{}, agmem.Errorf(agmem.Invalid, "the date of document %q is %q", cmp.Or(string(d.ID), "?"), d.Date).
		WithHint("write it as 2025-01-31T12:00:00Z")
}
