package portable

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/agmem/agmem"
)

// documentVersion is the version of a document that is written, and the newest
// that is read.
const documentVersion = 1

// DocumentWriter writes memories as one JSON document with numbers, one memory
// a line:
//
//	{"version":1,"memories":[
//	{"id":1,"uuid":…,"content":…,"tags":[…],"created_at":…,"entered_by":…,"expires_at":…},
//	…
//	]}
//
// The same memories always give the same bytes. Close ends the document.
type DocumentWriter struct {
	w    io.Writer
	line bytes.Buffer
	// between is what comes before the next memory.
	between string
}

// NewDocumentWriter begins a document. Nothing is written before the first
// call of Write or Close.
func NewDocumentWriter(w io.Writer) *DocumentWriter {
	return &DocumentWriter{w: w, between: fmt.Sprintf(`{"version":%d,"memories":[`, documentVersion) + "\n"}
}

// Write adds a memory to the document.
func (d *DocumentWriter) Write(m agmem.Memory) error {
	d.line.WriteString(d.between)
	d.between = ",\n"
	e := json.NewEncoder(&d.line)
	e.SetEscapeHTML(false)
	if err := e.Encode(entryOf(m)); err != nil {
		return err
	}
	d.line.Truncate(d.line.Len() - 1) // a comma comes before the end of the line
	return d.flush()
}

// Close writes the end of the document. It leaves the writer below open.
func (d *DocumentWriter) Close() error {
	d.line.WriteString(strings.TrimPrefix(d.between, ",") + "]}\n")
	return d.flush()
}

func (d *DocumentWriter) flush() error {
	_, err := d.w.Write(d.line.Bytes())
	d.line.Reset()
	return err
}

// entry is a memory as a document shows it.
type entry struct {
	ID          int64          `json:"id"`
	UUID        string         `json:"uuid"`
	Content     string         `json:"content"`
	Digest      string         `json:"digest,omitempty"` // where it is not the content
	Tags        []string       `json:"tags"`
	CreatedAt   agmem.Instant  `json:"created_at"`
	UpdatedAt   agmem.Instant  `json:"updated_at,omitzero"` // where it is not that of creation
	EnteredBy   *string        `json:"entered_by"`
	ExpiresAt   *agmem.Instant `json:"expires_at"`
	AccessCount int64          `json:"access_count,omitempty"`
	Session     string         `json:"session,omitempty"`
	Repository  string         `json:"repository,omitempty"`
	Branch      string         `json:"branch,omitempty"`
	Commit      string         `json:"commit,omitempty"`
	Host        string         `json:"host,omitempty"`
	File        string         `json:"file,omitempty"`
	Heading     string         `json:"heading,omitempty"`
}

func entryOf(m agmem.Memory) entry {
	e := entry{
		ID: m.Number, UUID: m.ID, Content: m.Content, Tags: m.Tags, CreatedAt: m.CreatedAt, AccessCount: m.AccessCount,
		Session: m.Origin.Session, Repository: m.Origin.Repository, Branch: m.Origin.Branch,
		Commit: m.Origin.Commit, Host: m.Origin.Host, File: m.Origin.File, Heading: m.Origin.Heading,
	}
	if m.Digest != m.Content {
		e.Digest = m.Digest
	}
	if m.Tags == nil {
		e.Tags = []string{}
	}
	if m.UpdatedAt != m.CreatedAt {
		e.UpdatedAt = m.UpdatedAt
	}
	if m.Origin.Author != "" {
		e.EnteredBy = &m.Origin.Author
	}
	if m.ExpiresAt != 0 {
		e.ExpiresAt = &m.ExpiresAt
	}
	return e
}
