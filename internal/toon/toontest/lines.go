package toontest

import "strings"

// line is a line of a document that is neither blank nor a comment.
type line struct {
	num   int    // counted from 1
	depth int    // its indentation in levels
	text  string // its content, without indentation and line terminator
	blank int    // the number of the blank line before it, or 0
}

// lines reads a document line by line. Comments vanish here, before anything
// looks at the structure (section 5.1), and blank lines leave a mark only.
type lines struct {
	rest    string
	read    int // how many lines have been read
	unit    int
	lenient bool
	cur     line
	eof     bool // there is no current line
}

// next makes the next line current.
func (l *lines) next() error {
	blank := 0
	for l.rest != "" {
		var raw string
		raw, l.rest, _ = strings.Cut(l.rest, "\n")
		l.read++
		raw = strings.TrimSuffix(raw, "\r")
		text := strings.TrimLeft(raw, " ")
		if strings.HasPrefix(text, "#") {
			continue
		}
		width := len(raw) - len(text)
		if l.lenient {
			width, text = tabbedIndent(raw, l.unit)
		}
		if text == "" {
			blank = l.read
			continue
		}
		if !l.lenient {
			if err := l.checkIndent(width, text); err != nil {
				return err
			}
		}
		l.cur = line{num: l.read, depth: width / l.unit, text: text, blank: blank}
		return nil
	}
	l.eof = true
	return nil
}

// tabbedIndent measures an indentation in which a tab counts as one level.
func tabbedIndent(raw string, unit int) (width int, text string) {
	text = strings.TrimLeft(raw, " \t")
	indent := raw[:len(raw)-len(text)]
	tabs := strings.Count(indent, "\t")
	return len(indent) - tabs + tabs*unit, text
}

// checkIndent applies the strict rules of section 12.
func (l *lines) checkIndent(width int, text string) error {
	if text[0] == '\t' {
		return syntaxf(l.read, "there is a tab in the indentation")
	}
	if width%l.unit != 0 {
		return syntaxf(l.read, "the indentation of %d spaces is not a multiple of %d", width, l.unit)
	}
	return nil
}

// indexUnquoted returns the position of the first a or b in s that is not between
// quotes, or -1. Within quotes a backslash hides the next byte.
func indexUnquoted(s string, a, b byte) int {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
			if c == '\\' {
				i++
			}
		case c == a || c == b:
			return i
		}
	}
	return -1
}

// trim removes the spaces around a token: U+0020 and nothing else (section 12).
func trim(s string) string {
	return strings.Trim(s, " ")
}
