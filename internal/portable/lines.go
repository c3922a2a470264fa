package portable

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/agmem/agmem"
)

// MaxLine is the longest line of JSON Lines, in bytes: a content and a digest
// of the greatest length fit even where each byte is escaped by six.
const MaxLine = 16 << 20

// ReadLines reads memories from JSON Lines, one JSON object a line, with the
// field names of [agmem.Memory]. Only content is required. Unknown fields,
// blank lines and a byte order mark are passed over, and the hash is left to
// the store. A file that holds one JSON array of such objects, as --json
// prints it, is read too.
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
	text := bufio.NewReaderSize(r, 256<<10)
	skipMark(text)
	newlines, first, err := skipBlank(text)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return agmem.Errorf(agmem.Unavailable, "cannot read the first line: %w", err)
	}
	s := scan{text: text, at: place{line: newlines + 1}, yield: yield}
	if first == '[' {
		return s.array()
	}
	return s.lines()
}

// scan is one reading of JSON Lines or of a JSON array.
type scan struct {
	text  *bufio.Reader
	at    place // of what is read next, or was read last
	yield func(agmem.Memory, place) bool
	bad   BadInput
	buf   []byte
}

// take reads a memory. It says false where no more are wanted.
func (s *scan) take(text []byte) bool {
	m, err := parseMemory(text)
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
	// encoding/json would replace what is not UTF-8 without a word.
	if !utf8.Valid(text) {
		return agmem.Memory{}, agmem.Errorf(agmem.Invalid, "it is not valid UTF-8")
	}
	var w wireMemory
	if err := w.decode(text); err != nil {
		return agmem.Memory{}, err
	}
	return w.memory()
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
