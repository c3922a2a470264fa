package portable

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"github.com/agmem/agmem"
)

// readArray reads one JSON array of memories. Only a whole text tells in
// which line an entry begins, so it is read at once.
func readArray(r io.Reader, before int) (Batch, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return Batch{}, agmem.Errorf(agmem.Unavailable, "cannot read the JSON array: %w", err)
	}
	a := array{text: text, tokens: json.NewDecoder(bytes.NewReader(text)), at: place{line: before + 1}}
	if _, err := a.tokens.Token(); err != nil {
		return Batch{}, a.broken(err)
	}
	var b Batch
	var bad BadInput
	for a.tokens.More() {
		object, err := a.next()
		if err != nil {
			return Batch{}, err
		}
		m, err := parseMemory(object)
		if err != nil {
			bad.add(a.at.wrong(err))
			continue
		}
		b.add(m, a.at)
	}
	if err := a.end(); err != nil {
		return Batch{}, err
	}
	if err := bad.asError(); err != nil {
		return Batch{}, err
	}
	return b, nil
}

// array is a JSON array that is being read.
type array struct {
	text   []byte
	tokens *json.Decoder
	seen   int   // bytes whose line ends are counted
	at     place // the entry that was read last
}

// next returns the text of the next entry and sets its place. The text is cut
// from the original, because the decoder has replaced in its copy what is not
// valid UTF-8.
func (a *array) next() ([]byte, error) {
	a.at.entry++
	a.advance(int(a.tokens.InputOffset()))
	gap := len(a.text[a.seen:]) - len(bytes.TrimLeft(a.text[a.seen:], " \t\r\n,"))
	a.advance(a.seen + gap)
	var entry json.RawMessage
	if err := a.tokens.Decode(&entry); err != nil {
		return nil, a.broken(err)
	}
	return a.text[a.seen:a.tokens.InputOffset()], nil
}

// end makes sure that the array is closed and nothing follows.
func (a *array) end() error {
	if _, err := a.tokens.Token(); err != nil {
		return a.broken(err)
	}
	a.advance(int(a.tokens.InputOffset()))
	if rest := bytes.TrimSpace(a.text[a.seen:]); len(rest) > 0 {
		return a.broken(errors.New("something follows the array"))
	}
	return nil
}

func (a *array) advance(offset int) {
	a.at.line += bytes.Count(a.text[a.seen:offset], []byte("\n"))
	a.seen = offset
}

// broken is the error for text that is no JSON: nothing after it can be read.
func (a *array) broken(err error) error {
	var bad BadInput
	bad.add(a.at.wrong(notJSON(err)))
	return bad.asError()
}
