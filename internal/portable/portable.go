// Package portable reads and writes memories outside a store: JSON Lines or one
// JSON document for a full export and import, Markdown for existing notes.
package portable

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
)

// Format is what a file or folder holds.
type Format int

// The formats that can be imported.
const (
	Lines    Format = iota // JSON Lines, or one JSON array
	Markdown               // one Markdown file
	Folder                 // a folder of Markdown files
	Database               // a SQLite database
	Document               // one JSON document, see DocumentWriter
)

// Detect tells the format by the kind of file, the ending .md or .markdown,
// and the first bytes. A missing file is NotFound, one that cannot be opened
// Denied.
func Detect(path string) (Format, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, agmem.Unreadable(path, err)
	}
	switch {
	case info.IsDir():
		return Folder, nil
	case isMarkdown(path):
		return Markdown, nil
	case !info.Mode().IsRegular():
		// Looking into a pipe would take its first bytes away.
		return Lines, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, agmem.Unreadable(path, err)
	}
	defer f.Close()
	head := make([]byte, documentHead)
	n, _ := io.ReadFull(f, head) // what cannot be read here is reported by the reader
	return formatOf(head[:n]), nil
}

// formatOf tells the format of a file by its first bytes.
func formatOf(head []byte) Format {
	switch {
	case bytes.HasPrefix(head, []byte("SQLite format 3\x00")):
		return Database
	case beginsDocument(bytes.TrimPrefix(head, []byte("\uFEFF"))):
		return Document
	}
	return Lines
}

func isMarkdown(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".md", ".markdown":
		return true
	}
	return false
}
