package frontmatter

import "bytes"

// fillItems writes ~ into the empty elements of lists whose dashes are right
// below the names. The parser takes the next name of the mapping for such an
// element, so that the fields behind it would be lost:
//
//	tags:
//	-
//	title: x
//
// No other text of YAML begins a line there: what goes on in several lines
// is deeper. Lines stay lines; only their lengths change.
func fillItems(yaml []byte) []byte {
	s := scanner{yaml: yaml, indent: -1}
	var filled []byte
	done := 0
	for at := 0; at < len(yaml); {
		l := s.line(at)
		at = l.next
		if l.silent() {
			continue
		}
		if s.indent < 0 {
			s.indent = l.indent
		}
		if l.indent == s.indent && l.dash() && s.ends(s.skipBlanks(l.from()+1)) && !s.goesOn(l) {
			filled = append(append(filled, yaml[done:l.from()+1]...), " ~"...)
			done = l.from() + 1
		}
	}
	if done == 0 {
		return yaml
	}
	return append(filled, yaml[done:]...)
}

// goesOn says whether what the line begins is in a deeper line below it.
func (s scanner) goesOn(l line) bool {
	for l.next < len(s.yaml) {
		if l = s.line(l.next); !l.silent() {
			return l.indent > s.indent || bytes.HasPrefix(l.text, []byte("\t"))
		}
	}
	return false
}
