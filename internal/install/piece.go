package install

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agmem/agmem"
)

// piece is one thing that a host reads in one of its files.
type piece interface {
	// put returns the text with the piece in it, or the same text where it is in it
	// already. A text that it cannot be put into is Conflict or Invalid.
	put(text []byte) ([]byte, error)
	// take returns the text without the piece, or the same text where it is not in
	// it. Before is the text as it was before put, nil if unknown: what was there
	// then stays. A piece that somebody has changed is Conflict.
	take(text, before []byte) ([]byte, error)
	// byHand is what somebody would write to do the same.
	byHand() string
}

// file is a file of a host with what the host needs in it.
type file struct {
	path   string
	pieces []piece
}

func (f file) put(text []byte) (_ []byte, err error) {
	for _, p := range f.pieces {
		if text, err = p.put(text); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// take takes the pieces out in the other order.
func (f file) take(text, before []byte) (_ []byte, err error) {
	for _, p := range slices.Backward(f.pieces) {
		if text, err = p.take(text, before); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// isBare says that a text is blank or an empty JSON object.
func isBare(text []byte) bool {
	text = bytes.TrimSpace(text)
	return len(text) == 0 || string(text) == "{}"
}

func (f file) byHand() string {
	var text strings.Builder
	for _, p := range f.pieces {
		text.WriteString(p.byHand())
	}
	return text.String()
}

// whole is a file that is ours alone.
type whole struct{ text []byte }

func (w whole) put(text []byte) ([]byte, error) {
	if len(text) > 0 && !bytes.Equal(text, w.text) {
		return nil, agmem.Errorf(agmem.Conflict, "the file is there, with other content")
	}
	return w.text, nil
}

func (w whole) take(text, _ []byte) ([]byte, error) {
	switch {
	case len(text) == 0:
		return text, nil
	case !bytes.Equal(text, w.text):
		return nil, agmem.Errorf(agmem.Conflict, "somebody has changed the file")
	}
	return nil, nil
}

func (w whole) byHand() string { return string(w.text) }
