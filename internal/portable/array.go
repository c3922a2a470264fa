package portable

import (
	"errors"
	"io"

	"github.com/agmem/agmem"
)

// errStopped ends a reading of which no more is wanted.
var errStopped = errors.New("no more is wanted")

// array reads a JSON array of memories, of which the next byte is the opening
// bracket.
func (s *scan) array() error {
	s.parse = parseEntry
	err := s.entries()
	if err == nil {
		err = s.end("array")
	}
	return s.ended(err)
}

// entries reads a JSON array up to its closing bracket, which is left unread. It
// cuts the entries out itself, because a decoder would need the whole text to
// say in which line one begins, and would replace what is not valid UTF-8.
func (s *scan) entries() error {
	_, _ = s.text.Discard(1) // it was peeked at
	c, err := s.skip()
	for err == nil && c != ']' {
		s.at.entry++
		if err = s.value(); err != nil {
			break
		}
		if !s.take(s.buf) {
			return errStopped
		}
		s.countLines()
		if c, err = s.skip(); err == nil && c != ']' {
			err = s.comma(c, ']')
		}
	}
	return err
}

// ended is the result of a JSON text whose reading has ended with err.
func (s *scan) ended(err error) error {
	problem, malformed := asAgmem(err)
	switch {
	case errors.Is(err, errStopped):
		return nil
	case malformed:
		s.bad.add(s.at.wrong(problem))
	case errors.Is(err, io.EOF):
		s.bad.add(s.at.wrong(notJSON(io.ErrUnexpectedEOF)))
	case err != nil:
		return agmem.Errorf(agmem.Unavailable, "cannot read the JSON: %w", err)
	}
	return s.bad.asError()
}

// skip passes over white space and returns the byte behind it, unread.
func (s *scan) skip() (byte, error) {
	newlines, c, err := skipBlank(s.text)
	s.at.line += newlines
	return c, err
}

// comma reads what is between two entries, of which the first byte is c. The
// closing bracket cannot follow.
func (s *scan) comma(c, closing byte) error {
	if c != ',' {
		return notJSON(errors.New("a comma is missing after this entry"))
	}
	_, _ = s.text.Discard(1) // it is c
	next, err := s.skip()
	if err == nil && next == closing {
		return notJSON(errors.New("an entry is missing after the comma"))
	}
	return err
}

// end reads the closing bracket and makes sure that nothing follows.
func (s *scan) end(of string) error {
	_, _ = s.text.Discard(1) // it was peeked at
	_, err := s.skip()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return err
	}
	return notJSON(errors.New("there is text after the " + of))
}

// countLines moves the place to the end of the entry that was read.
func (s *scan) countLines() {
	for _, c := range s.buf {
		if c == '\n' {
			s.at.line++
		}
	}
}

// value reads one value into buf, as far as brackets and quotes tell.
// Whether it is JSON is for parseMemory to say.
func (s *scan) value() error {
	s.buf = s.buf[:0]
	var b brackets
	for {
		c, err := s.text.ReadByte()
		if err != nil {
			return err
		}
		if b.endBefore(c) {
			return s.text.UnreadByte()
		}
		if len(s.buf) == MaxLine {
			return agmem.Errorf(agmem.TooLarge, "the entry is longer than %d bytes", MaxLine)
		}
		s.buf = append(s.buf, c)
		if b.endAfter(c) {
			return nil
		}
	}
}

// brackets follows a value to its end.
type brackets struct {
	depth    int
	begun    bool
	inString bool
	escaped  bool
}

// endBefore says that c comes after a value that has no brackets or quotes.
func (b *brackets) endBefore(c byte) bool {
	if !b.begun || b.depth > 0 || b.inString {
		return false
	}
	switch c {
	case ',', ']', '}', ' ', '\t', '\r', '\n':
		return true
	}
	return false
}

// endAfter takes the next byte and says that it closes the value.
func (b *brackets) endAfter(c byte) bool {
	b.begun = true
	switch {
	case b.escaped:
		b.escaped = false
	case b.inString:
		b.escaped = c == '\\'
		b.inString = c != '"'
		return !b.inString && b.depth == 0
	case c == '"':
		b.inString = true
	case c == '{' || c == '[':
		b.depth++
	case c == '}' || c == ']':
		b.depth--
		return b.depth <= 0
	}
	return false
}
