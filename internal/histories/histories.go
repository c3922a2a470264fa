// Package histories reads what other programs remember: the instruction files and
// memory folders of coding agents, their transcripts, and the files of other
// memory programs. It knows no store: a reader gives the memories of a file, what
// it left out and why.
//
// [Detect] tells a format by its content and [Read] reads it; formats.go has the
// list of them, and each has a file with its reader. [Find] in machine.go lists
// what a machine has.
//
// A reader takes no more memory than the largest line of a file and what it found.
// What a file cannot say is left out and counted: a damaged line does not hide the
// others.
package histories

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agmem/agmem"
)

// Contents is what a file says.
type Contents struct {
	// Path is the file's, absolute and without links.
	Path   string
	Format Format
	// Memories have Path as Origin.File.
	Memories []agmem.Memory
	// Folder is where the work was done that the file tells of; empty where the
	// file does not say.
	Folder string
	// Left is what was not taken.
	Left Left
}

// maxMemories bounds what is taken from one file.
const maxMemories = 5000

// page is a file that is being read.
type page struct {
	Contents
	seen map[string]bool // contents
	now  agmem.Instant
}

// Read reads the file at path. One that cannot be opened is NotFound, Denied or
// Unavailable; one that has another format has no memories. now is the time of the
// import, from which the days in a text are counted.
func Read(ctx context.Context, path string, format Format, now agmem.Instant) (Contents, error) {
	f, err := os.Open(path)
	if err != nil {
		return Contents{}, agmem.Unreadable(path, err)
	}
	defer f.Close()
	return ReadFrom(ctx, Absolute(path), format, f, now)
}

// ReadFrom is Read for an open file.
func ReadFrom(ctx context.Context, path string, format Format, from io.Reader, now agmem.Instant) (Contents, error) {
	p := &page{Contents: Contents{Path: path, Format: format}, seen: make(map[string]bool), now: now}
	reader, known := readerOf(format)
	if !known {
		return Contents{}, agmem.Errorf(agmem.Usage, "there is no format %q", string(format)).
			WithHint("the formats are %s", strings.Join(Names(), ", "))
	}
	if err := reader(ctx, p, from); err != nil {
		if ctx.Err() != nil {
			return Contents{}, ctx.Err()
		}
		return Contents{}, err
	}
	return p.Contents, nil
}

// Absolute returns the path under which a file is known, whichever link leads to
// it.
func Absolute(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
	}
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return filepath.ToSlash(path)
}

// add takes a memory, unless its text is here already or says too little.
func (p *page) add(m agmem.Memory) {
	m.Content = clean(m.Content)
	m.Digest = clean(m.Digest)
	switch {
	case !saysSomething(m.Content):
		p.Left.add(tooShort)
		return
	case len(m.Content) > agmem.MaxContent:
		p.Left.add(tooLong)
		return
	case p.seen[agmem.HashContent(m.Content)]:
		p.Left.add(repeated)
		return
	case len(p.Memories) == maxMemories:
		p.Left.add(tooMany)
		return
	}
	p.seen[agmem.HashContent(m.Content)] = true
	m.Digest = shorten(m.Digest, maxDigest)
	m.Tags = cleanTags(m.Tags)
	m.Origin.File = p.Path
	m.Origin.Heading = shorten(clean(m.Origin.Heading), maxHeading)
	p.Memories = append(p.Memories, m)
}

const (
	maxDigest  = 300
	maxHeading = 500
)

// clean makes a text valid UTF-8 without NUL and without space around it.
func clean(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
	return strings.TrimSpace(text)
}

// cleanTags leaves out what cannot be a tag.
func cleanTags(tags []string) []string {
	return slices.DeleteFunc(agmem.CleanTags(tags), func(tag string) bool {
		return agmem.Draft{Content: "content", Tags: []string{tag}}.Validate() != nil
	})
}

// saysSomething says whether a text has two words, or one of a script that does
// not separate them.
func saysSomething(text string) bool {
	words, wide := 0, 0
	for word := range strings.FieldsSeq(text) {
		if hasWords(word) {
			words++
		}
	}
	for _, r := range text {
		if r >= 0x2E80 {
			wide++
		}
	}
	return words >= 2 || wide >= 4
}

// shorten cuts a text at a blank to at most so many bytes.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most - len("…")
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	if i := strings.LastIndexByte(text[:end], ' '); i > end/2 {
		end = i
	}
	return strings.TrimRight(text[:end], " ") + "…"
}

// oneLine returns the first line of a text that has words.
func oneLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); hasWords(line) {
			return line
		}
	}
	return strings.TrimSpace(text)
}
