package portable

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/agmem/agmem"
)

// MaxLine is the longest line of JSON Lines, in bytes: a content and a digest
// of the greatest length fit even where each byte is escaped by six.
const MaxLine = 16 << 20

// ReadLines reads memories from JSON Lines, one JSON object a line, with the
// field names of [agmem.Memory]. Only content is required. Unknown fields,
// blank lines and a byte order mark are passed over, and the hash is left to
// the store. A file that holds one JSON array of such objects, as --json
// prints it, is read too, and so is the document of a [DocumentWriter], an
// array of its memories, and a mixture of both.
//
// Every line is checked. If any is bad the error is Invalid or TooLarge and
// holds a [BadInput] with a [LineError] for each of the first ones; the batch
// is empty then.
func ReadLines(r io.Reader) (Batch, error) {
	var b Batch
	err := scanLines(r, func(m agmem.Memory, p place) bool {
		b.add(m, p)
		return true
	})
	if err != nil {
		return Batch{}, err
	}
	return b, nil
}

// scanLines calls yield for every good memory until that returns false, and
// returns what is wrong with the others.
func scanLines(r io.Reader, yield func(agmem.Memory, place) bool) error {
	text := bufio.NewReaderSize(&untilEnd{r: r}, 256<<10)
	skipMark(text)
	newlines, first, err := skipBlank(text)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return agmem.Errorf(agmem.Unavailable, "cannot read the first line: %w", err)
	}
	s := scan{text: text, at: place{line: newlines + 1}, parse: parseMemory, yield: yield}
	head, _ := text.Peek(documentHead) // fewer at the end; an error comes again behind them
	switch {
	case first == '[':
		return s.array()
	case beginsDocument(head):
		return s.document()
	}
	return s.lines()
}

// untilEnd does not read on after an error: looking ahead can meet the end of the
// input, and a terminal would ask for it a second time.
type untilEnd struct {
	r   io.Reader
	err error
}

func (u *untilEnd) Read(p []byte) (n int, err error) {
	if u.err == nil {
		n, u.err = u.r.Read(p)
	}
	return n, u.err
}

// scan is one reading of JSON Lines, of a JSON array or of a document.
type scan struct {
	text  *bufio.Reader
	at    place // of what is read next, or was read last
	parse func([]byte) (agmem.Memory, error)
	yield func(agmem.Memory, place) bool
	bad   BadInput
	buf   []byte
}

// take reads a memory. It says false where no more are wanted.
func (s *scan) take(text []byte) bool {
	m, err := s.parse(text)
	if err != nil {
		s.bad.add(s.at.wrong(err))
		return true
	}
	return s.yield(m, s.at)
}

func (s *scan) lines() error {
	lines := bufio.NewScanner(s.text)
	lines.Buffer(make([]byte, 0, 64<<10), MaxLine)
	for ; lines.Scan(); s.at.line++ {
		if len(bytes.TrimSpace(lines.Bytes())) > 0 && !s.take(lines.Bytes()) {
			return nil
		}
		if s.bad.Total >= maxBad {
			return s.bad.asError()
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		s.bad.add(s.at.wrong(tooLong()))
	} else if err != nil {
		return agmem.Errorf(agmem.Unavailable, "cannot read after line %d: %w", s.at.line-1, err)
	}
	return s.bad.asError()
}

func tooLong() error {
	return agmem.Errorf(agmem.TooLarge, "the line is longer than %d bytes", MaxLine)
}

// parseMemory reads one JSON object.
func parseMemory(text []byte) (agmem.Memory, error) {
	var w wireMemory
	if err := decode(text, &w); err != nil {
		return agmem.Memory{}, err
	}
	return w.memory(lineNames())
}

func skipMark(r *bufio.Reader) {
	const mark = "\uFEFF"
	if head, err := r.Peek(len(mark)); err == nil && string(head) == mark {
		_, _ = r.Discard(len(mark))
	}
}

// skipBlank passes over white space, counts its line ends and returns the
// byte that follows, unread.
func skipBlank(r *bufio.Reader) (newlines int, next byte, err error) {
	for {
		c, err := r.ReadByte()
		if err != nil {
			return newlines, 0, err
		}
		switch c {
		case '\n':
			newlines++
		case ' ', '\t', '\r':
		default:
			return newlines, c, r.UnreadByte()
		}
	}
}
