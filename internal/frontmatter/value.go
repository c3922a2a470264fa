package frontmatter

import "bytes"

// scanner finds where the values of a block mapping end.
type scanner struct {
	yaml   []byte
	indent int // of the mapping's names; what belongs to a value is deeper
}

// value finds the value of the entry whose name is in the line.
func (s scanner) value(e *entry, l line) bool {
	at := s.skipBlanks(e.colon)
	if !s.ends(at) {
		e.value.Start = at
		var ok bool
		e.value.End, ok = s.node(at)
		if c := s.yaml[at]; c == '|' || c == '>' {
			e.note = s.noteOf(at, l.end())
		}
		return ok
	}
	e.note = s.noteOf(e.colon, l.end())
	v, ok := s.below(l.next)
	if v == (Span{}) {
		v = Span{e.colon, e.colon}
	}
	e.value = v
	return ok
}

// node returns where the value ends that begins at a place.
func (s scanner) node(at int) (end int, ok bool) {
	switch s.yaml[at] {
	case '&', '!':
		return s.property(at)
	case '"', '\'':
		end, ok = s.quoted(at)
		return end, ok && s.ends(s.skipBlanks(end))
	case '[', '{':
		end, ok = s.flow(at)
		return end, ok && s.ends(s.skipBlanks(end))
	case '|', '>':
		l := s.line(at)
		return max(s.block(l.next), s.plainEnd(at, l.end())), true
	}
	return s.plain(at), true
}

// property passes over an anchor or a tag to the value that it belongs to.
func (s scanner) property(at int) (end int, ok bool) {
	end = at
	for !s.lineEnds(end) && !isBlank(s.yaml[end]) {
		end++
	}
	if next := s.skipBlanks(end); !s.ends(next) {
		return s.node(next)
	}
	v, ok := s.below(s.line(end).next)
	return max(end, v.End), ok
}

// below finds the value that begins in one of the lines from a place on, the
// zero Span for none.
func (s scanner) below(at int) (Span, bool) {
	l := s.line(at)
	for l.silent() {
		if l.next == len(s.yaml) {
			return Span{}, true
		}
		l = s.line(l.next)
	}
	if !s.owns(l) {
		return Span{}, true
	}
	if _, _, named := cutName(l.text); named || l.dash() {
		return Span{l.from(), s.block(l.start)}, true
	}
	end, ok := s.node(l.from())
	return Span{l.from(), end}, ok
}

// owns says whether a line belongs to a value that begins above it: it stands
// deeper than the names, or is an element of a list, whose dashes need not.
func (s scanner) owns(l line) bool {
	return l.indent > s.indent || l.indent == s.indent && !l.blank() && l.dash()
}

// block returns where the last of the lines ends that belong to a block: empty
// lines and comments between them do.
func (s scanner) block(at int) (end int) {
	for at < len(s.yaml) {
		l := s.line(at)
		switch {
		case l.blank():
		case s.owns(l):
			end = l.from() + len(bytes.TrimRight(l.text, " \t"))
		case !l.comment():
			return end
		}
		at = l.next
	}
	return end
}

// plain returns where a text without quotes ends, which may go on in lines
// that are deeper than the names.
func (s scanner) plain(at int) (end int) {
	l := s.line(at)
	end = s.plainEnd(at, l.end())
	for whole := len(bytes.TrimRight(s.yaml[at:l.end()], " \t")) == end-at; whole && l.next < len(s.yaml); {
		l = s.line(l.next)
		if l.blank() {
			continue
		}
		if l.comment() || l.indent <= s.indent {
			break
		}
		end = s.plainEnd(l.from(), l.end())
		whole = len(bytes.TrimRight(l.text, " \t")) == end-l.from()
	}
	return end
}
