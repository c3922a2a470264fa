package frontmatter

import "bytes"

// plainEnd returns where the text of a line ends, before the comment and the
// blanks behind it.
func (s scanner) plainEnd(from, to int) int {
	text := s.yaml[from:to]
	for i := 1; i < len(text); i++ {
		if text[i] == '#' && isBlank(text[i-1]) {
			text = text[:i]
		}
	}
	return from + len(bytes.TrimRight(text, " \t"))
}

// noteOf returns the comment in the rest of a line with the blanks before it,
// empty for none.
func (s scanner) noteOf(from, to int) Span {
	at := s.plainEnd(from, to)
	if s.skipBlanks(at) == to {
		return Span{to, to}
	}
	return Span{at, to}
}

// quoted returns where the quotation ends that begins at a place.
func (s scanner) quoted(at int) (end int, ok bool) {
	quote := s.yaml[at]
	for i := at + 1; i < len(s.yaml); i++ {
		switch {
		case quote == '"' && s.yaml[i] == '\\':
			i++
		case s.yaml[i] != quote:
		case quote == '\'' && i+1 < len(s.yaml) && s.yaml[i+1] == quote:
			i++
		default:
			return i + 1, true
		}
	}
	return 0, false
}

// flow returns where the list or mapping in brackets ends that begins at a
// place.
func (s scanner) flow(at int) (end int, ok bool) {
	depth := 0
	for i := at; i < len(s.yaml); i++ {
		switch c := s.yaml[i]; c {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return i + 1, true
			}
		case '"', '\'':
			if before := bytes.TrimRight(s.yaml[:i], " \t\r\n"); bytes.IndexByte([]byte("[{,:"), before[len(before)-1]) < 0 {
				continue // within a text without quotes
			}
			if i, ok = s.quoted(i); !ok {
				return 0, false
			}
			i--
		case '#':
			if isBlank(s.yaml[i-1]) || s.yaml[i-1] == '\n' {
				i = s.line(i).next - 1
			}
		}
	}
	return 0, false
}

func (s scanner) skipBlanks(at int) int {
	for at < len(s.yaml) && isBlank(s.yaml[at]) {
		at++
	}
	return at
}

// lineEnds says whether nothing of the line is left at a place.
func (s scanner) lineEnds(at int) bool {
	return at == len(s.yaml) || s.yaml[at] == '\n' || s.yaml[at] == '\r'
}

// ends says whether nothing but a comment is left of the line at a place, which
// blanks are before.
func (s scanner) ends(at int) bool {
	return s.lineEnds(at) || s.yaml[at] == '#' && isBlank(s.yaml[at-1])
}
