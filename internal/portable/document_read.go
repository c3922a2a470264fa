package portable

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"

	"github.com/agmem/agmem"
)

// documentHead is how many bytes at the beginning tell a document from a line.
const documentHead = 4 << 10

// beginsDocument says whether a text that begins like this is one document: an
// object with a list of memories, before which there are only single values.
func beginsDocument(head []byte) bool {
	tokens := json.NewDecoder(bytes.NewReader(head))
	if first, err := tokens.Token(); err != nil || first != json.Delim('{') {
		return false
	}
	for {
		key, err := tokens.Token()
		if err != nil {
			return false
		}
		value, err := tokens.Token()
		if err != nil {
			return false
		}
		if _, nested := value.(json.Delim); nested {
			return key == "memories" && value == json.Delim('[')
		}
	}
}

// document reads one object with a list of memories, of which the next byte is
// the opening brace.
func (s *scan) document() error {
	s.parse = parseEntry
	_, _ = s.text.Discard(1) // it was peeked at
	c, err := s.skip()
	for err == nil && c != '}' {
		if err = s.member(); err != nil {
			break
		}
		if c, err = s.skip(); err == nil && c != '}' {
			err = s.comma(c, '}')
		}
	}
	if err == nil {
		err = s.end("object")
	}
	return s.ended(err)
}

// member reads a name and its value. Only the version and the memories mean
// something.
func (s *scan) member() error {
	name, err := s.name()
	if err != nil {
		return err
	}
	c, err := s.skip()
	if err != nil {
		return err
	}
	if name == "memories" {
		if c != '[' {
			return agmem.Errorf(agmem.Invalid, "memories is not a list")
		}
		if err := s.entries(); err != nil {
			return err
		}
		s.at.entry = 0             // what follows is not in an entry
		_, err = s.text.Discard(1) // the closing bracket
		return err
	}
	if err := s.wholeValue(); err != nil || name != "version" {
		return err
	}
	return s.version()
}

// name reads the name of a member and the colon behind it.
func (s *scan) name() (string, error) {
	if err := s.wholeValue(); err != nil {
		return "", err
	}
	var name string
	if s.buf[0] != '"' {
		return "", notJSON(errors.New("a name is missing"))
	}
	if err := json.Unmarshal(s.buf, &name); err != nil {
		return "", notJSON(err)
	}
	c, err := s.skip()
	if err == nil && c != ':' {
		err = notJSON(errors.New("a colon is missing after the name"))
	}
	if err == nil {
		_, err = s.text.Discard(1) // the colon
	}
	return name, err
}

// wholeValue reads a value that is not a memory into buf.
func (s *scan) wholeValue() error {
	if err := s.value(); err != nil {
		return err
	}
	s.countLines()
	if !json.Valid(s.buf) {
		return notJSON(errors.New("a value is malformed"))
	}
	return nil
}

// version refuses what a newer agmem wrote, for its fields may mean something
// else.
func (s *scan) version() error {
	n, err := strconv.ParseInt(string(s.buf), 10, 64)
	switch {
	case err != nil || n < 1:
		return agmem.Errorf(agmem.Invalid, "version is %s, not a whole number from 1", cut(string(s.buf)))
	case n > documentVersion:
		s.bad = BadInput{} // what is wrong with the memories may be right in that version
		return agmem.Errorf(agmem.Unavailable, "the file has version %d, and this agmem reads version %d", n, documentVersion).
			WithHint("update agmem, or export the memories with this version of it")
	}
	return nil
}
