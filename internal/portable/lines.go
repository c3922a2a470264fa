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
	text := bufio.NewReaderSize(r, 256<<10)
	skipMark(text)
	newlines, first, err := skipBlank(text)
	if errors.Is(err, io.EOF) {
		return Batch{}, nil
	}
	if err != nil {
		return Batch{}, agmem.Errorf(agmem.Unavailable, "cannot read the first line: %w", err)
	}
	if first == '[' {
		return readArray(text, newlines)
	}
	return readLines(text, newlines)
}

func readLines(r io.Reader, before int) (Batch, error) {
	var b Batch
	var bad BadInput
	scan := bufio.NewScanner(r)
	scan.Buffer(make([]byte, 0, 256<<10), MaxLine)
	line := before
	for scan.Scan() {
		line++
		if len(bytes.TrimSpace(scan.Bytes())) == 0 {
			continue
		}
		at := place{line: line}
		m, err := parseMemory(scan.Bytes())
		if err != nil {
			bad.add(at.wrong(err))
			continue
		}
		b.add(m, at)
	}
	if err := scan.Err(); errors.Is(err, bufio.ErrTooLong) {
		bad.add(place{line: line + 1}.wrong(agmem.Errorf(agmem.TooLarge, "the line is longer than %d bytes", MaxLine)))
	} else if err != nil {
		return Batch{}, agmem.Errorf(agmem.Unavailable, "cannot read after line %d: %w", line, err)
	}
	if err := bad.asError(); err != nil {
		return Batch{}, err
	}
	return b, nil
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
