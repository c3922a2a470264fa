package install

import (
	"bytes"
	"strings"

	"github.com/agmem/agmem"
)

// setting is a key of a table in a TOML file, on a line of its own that says whose
// it is. The table is made at the end where it is missing.
type setting struct{ table, key, value string }

// ours ends the lines that agmem wrote.
const ours = " # agmem"

func (s setting) header() string { return "[" + s.table + "]" }

func (s setting) line() string { return s.key + " = " + s.value }

func (s setting) byHand() string { return s.header() + "\n" + s.line() + "\n" }

// stretch is where a table is in a text, and the line of the key.
type stretch struct {
	header, body, end int // where the header, what is below it, and the next table begin; header is -1 if there is none
	key, keyEnd       int // where the line of the key is; key is -1 if there is none
}

// find looks for the table, line by line.
func (s setting) find(text []byte) (stretch, error) {
	p := stretch{header: -1, key: -1}
	at, inside, top := 0, false, true
	for line := range bytes.Lines(text) {
		code, _, _ := strings.Cut(string(line), "#")
		code = strings.TrimSpace(code)
		name, _, _ := strings.Cut(code, "=")
		switch name = strings.TrimSpace(name); {
		case code == s.header():
			p.header, p.body, inside, top = at, at+len(line), true, false
		case strings.HasPrefix(code, "["):
			if inside {
				p.end = at
			}
			inside, top = false, false
		case top && (name == s.table || strings.HasPrefix(name, s.table+".")):
			return p, agmem.Errorf(agmem.Conflict, "%s is written as %s", s.table, code)
		case inside && name == s.key:
			p.key, p.keyEnd = at, at+len(line)
		}
		at += len(line)
	}
	if inside {
		p.end = len(text)
	}
	return p, nil
}

func (s setting) put(text []byte) ([]byte, error) {
	p, err := s.find(text)
	switch {
	case err != nil:
		return nil, err
	case p.key >= 0:
		code, _, _ := strings.Cut(string(text[p.key:p.keyEnd]), "#")
		if _, value, _ := strings.Cut(code, "="); strings.TrimSpace(value) != s.value {
			return nil, agmem.Errorf(agmem.Conflict, "%s.%s is there already, with another value", s.table, s.key)
		}
		return text, nil
	case p.header < 0:
		return []byte(string(text) + gap(text) + s.header() + ours + "\n" + s.line() + ours + "\n"), nil
	}
	front := string(text[:p.body])
	if !strings.HasSuffix(front, "\n") {
		front += "\n"
	}
	return []byte(front + s.line() + ours + "\n" + string(text[p.body:])), nil
}

func (s setting) take(text, before []byte) ([]byte, error) {
	p, err := s.find(text)
	if err != nil || p.key < 0 || !strings.HasSuffix(strings.TrimRight(string(text[p.key:p.keyEnd]), "\r\n"), s.value+ours) {
		return text, nil // it is not there, or not ours
	}
	header := strings.TrimRight(string(text[p.header:p.body]), "\r\n")
	alone := len(bytes.TrimSpace(text[p.body:p.key])) == 0 && len(bytes.TrimSpace(text[p.keyEnd:p.end])) == 0
	if alone && header == s.header()+ours {
		front := strings.TrimSuffix(string(text[:p.header]), gap(before))
		return []byte(front + string(text[p.keyEnd:])), nil
	}
	front := text[:p.key]
	if p.keyEnd == len(text) && p.key == p.body && before != nil && !bytes.HasSuffix(before, []byte("\n")) {
		front = bytes.TrimSuffix(front, []byte("\n")) // the header had no end
	}
	return []byte(string(front) + string(text[p.keyEnd:])), nil
}
