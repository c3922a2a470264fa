package portable

import (
	"fmt"
	"strings"

	"github.com/agmem/agmem"
)

// Batch is what a reader found, in order, and the place of each memory.
type Batch struct {
	Memories []agmem.Memory
	// Warnings name what was left out; the rest is whole.
	Warnings []error
	places   []place
}

// place is where a memory is in its source.
type place struct {
	line  int
	entry int    // in a JSON array, counted from 1; else 0
	file  string // empty if there is one only
	id    string // in a database, which has no lines; else empty
}

func (b *Batch) add(m agmem.Memory, p place) {
	b.Memories = append(b.Memories, m)
	b.places = append(b.places, p)
}

func (b *Batch) append(other Batch) {
	b.Memories = append(b.Memories, other.Memories...)
	b.places = append(b.places, other.places...)
	b.Warnings = append(b.Warnings, other.Warnings...)
}

// error returns err as one that names the place.
func (p place) error(err error) error {
	return (&BadInput{First: []*LineError{p.wrong(err)}, Total: 1}).asError()
}

// name says where the place is, for people.
func (p place) name() string {
	where := fmt.Sprintf("line %d", p.line)
	switch {
	case p.id != "":
		where = "memory " + p.id
	case p.entry > 0:
		where = fmt.Sprintf("entry %d (%s)", p.entry, where)
	}
	if p.file != "" {
		where = p.file + " " + where
	}
	return where
}

func (p place) wrong(err error) *LineError {
	return &LineError{Line: p.line, Entry: p.entry, File: p.file, ID: p.id, Err: err}
}

// LineError is what is wrong with one memory of a file.
type LineError struct {
	// Line is where the memory begins, counted from 1.
	Line int
	// Entry is which memory of a JSON array it is, counted from 1; 0 for
	// other files.
	Entry int
	// File is the name of the file, where there can be several.
	File string
	// ID is the memory's in a file without lines, a database; else empty.
	ID  string
	Err error
}

// Error names the place and what is wrong.
func (e *LineError) Error() string {
	return place{line: e.Line, entry: e.Entry, file: e.File, id: e.ID}.name() + ": " + e.Err.Error()
}

// Unwrap returns what is wrong, without the place.
func (e *LineError) Unwrap() error { return e.Err }

const (
	maxShown = 5      // bad lines that an error names
	maxBad   = 10_000 // bad lines after which no others are read: a device has no end
)

// BadInput says which memories of a file cannot be taken in.
type BadInput struct {
	First []*LineError // the first few, at least one
	Total int          // all that are bad, of those that were read
}

func (e *BadInput) add(bad *LineError) {
	if len(e.First) < maxShown {
		e.First = append(e.First, bad)
	}
	e.Total++
}

// Error names the first bad lines and counts the others.
func (e *BadInput) Error() string {
	texts := make([]string, len(e.First), len(e.First)+1)
	for i, bad := range e.First {
		texts[i] = bad.Error()
	}
	if more := e.Total - len(e.First); more > 0 {
		least := ""
		if e.Total >= maxBad {
			least = "at least "
		}
		texts = append(texts, fmt.Sprintf("and %s%d more", least, more))
	}
	return strings.Join(texts, "; ")
}

// Unwrap returns the errors that it names.
func (e *BadInput) Unwrap() []error {
	errs := make([]error, len(e.First))
	for i, bad := range e.First {
		errs[i] = bad
	}
	return errs
}

// asError returns nil where nothing is bad, else an error of the kind and
// with the next step of the first bad line.
func (e *BadInput) asError() error {
	if e.Total == 0 {
		return nil
	}
	err := &agmem.Error{Kind: agmem.Invalid, Message: e.Error(), Err: e}
	if cause, ok := asAgmem(e.First[0].Err); ok {
		err.Kind, err.Hint, err.Next = cause.Kind, cause.Hint, cause.Next
	}
	return err
}
