package frontmatter

import "bytes"

// The YAML parser's places are not exact to the byte, so an edit finds its
// field by the lines themselves. What this reading of the lines takes for a
// field has to agree with the parser's, else nothing is edited.

// layout is where the fields of a block mapping are.
type layout struct {
	indent  int // blanks before each name
	entries []entry
}

// entry is where one field is.
type entry struct {
	name  string
	whole Span // its lines, with the last line break
	colon int  // behind the colon
	value Span // empty behind the colon for none
	note  Span // the comment in the line of the name when the value is or goes on below
}

// locate gives the fields their places.
func (d *document) locate() {
	l, ok := readLayout(d.yaml)
	if !ok || len(l.entries) != len(d.fields) {
		return
	}
	for i, e := range l.entries {
		if e.name != d.fields[i].Name {
			return
		}
	}
	for i, e := range l.entries {
		f := &d.fields[i]
		f.Value, f.Entry = e.value, e.whole
		// The parser drops a tab between the words of a text without quotes.
		if raw := e.value.of(d.yaml); isWords(d.nodes[i]) && bytes.IndexByte(raw, '\t') > 0 && bytes.IndexByte(raw, '\n') < 0 {
			f.Text = string(raw)
		}
	}
	d.layout, d.located = l, true
}

// readLayout reads the lines of a block mapping; false for anything else.
func readLayout(yaml []byte) (layout, bool) {
	if bytes.Count(yaml, []byte("\r")) != bytes.Count(yaml, []byte("\r\n")) {
		return layout{}, false // a carriage return alone is a line break to YAML
	}
	var entries []entry
	s := scanner{yaml: yaml, indent: -1}
	for at := 0; at < len(yaml); {
		l := s.line(at)
		if l.silent() {
			at = l.next
			continue
		}
		if s.indent < 0 {
			s.indent = l.indent
		}
		if l.indent != s.indent {
			return layout{}, false
		}
		e, ok := s.entry(l)
		if !ok {
			return layout{}, false
		}
		entries = append(entries, e)
		at = e.whole.End
	}
	return layout{indent: max(s.indent, 0), entries: entries}, true
}

// line is one line of the YAML.
type line struct {
	start  int
	text   []byte // without the blanks before it and the line break
	indent int    // how many blanks those are; a tab is not a blank here
	next   int    // where the next line begins
}

func (s scanner) line(at int) line {
	text, next := cutLine(s.yaml, at)
	bare := bytes.TrimLeft(text, " ")
	return line{start: at, text: bare, indent: len(text) - len(bare), next: next}
}

// from is where the text of the line begins.
func (l line) from() int { return l.start + l.indent }

// end is where the text of the line ends.
func (l line) end() int { return l.from() + len(l.text) }

func (l line) blank() bool   { return len(bytes.Trim(l.text, " \t")) == 0 }
func (l line) comment() bool { return len(l.text) > 0 && l.text[0] == '#' }
func (l line) silent() bool  { return l.blank() || l.comment() }
func (l line) dash() bool    { return l.text[0] == '-' && (len(l.text) == 1 || isBlank(l.text[1])) }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// entry reads the field whose name begins a line.
func (s scanner) entry(l line) (entry, bool) {
	name, length, ok := cutName(l.text)
	if !ok {
		return entry{}, false
	}
	e := entry{name: name, colon: l.from() + length}
	if !s.value(&e, l) {
		return entry{}, false
	}
	e.whole = Span{l.start, s.line(max(e.value.End, e.colon)).next}
	return e, true
}

// cutName returns the name that begins a line and how many bytes it takes with
// its colon.
func cutName(text []byte) (name string, length int, ok bool) {
	if c := text[0]; c == '"' || c == '\'' {
		end := bytes.IndexByte(text[1:], c)
		if end < 0 || bytes.IndexByte(text[1:1+end], '\\') >= 0 && c == '"' {
			return "", 0, false
		}
		rest := bytes.TrimLeft(text[end+2:], " \t")
		if len(rest) == 0 || rest[0] != ':' || !endsName(rest, 0) {
			return "", 0, false
		}
		return string(text[1 : 1+end]), len(text) - len(rest) + 1, true
	}
	if bytes.IndexByte([]byte("[]{},#&*!|>%@`"), text[0]) >= 0 || len(text) > 1 && isBlank(text[1]) && (text[0] == '-' || text[0] == '?') {
		return "", 0, false
	}
	for i, c := range text {
		switch {
		case c == ':' && endsName(text, i):
			return string(bytes.TrimRight(text[:i], " \t")), i + 1, true
		case c == '#' && isBlank(text[i-1]):
			return "", 0, false
		}
	}
	return "", 0, false
}

// endsName says whether the colon at i ends a name.
func endsName(text []byte, i int) bool { return i+1 == len(text) || isBlank(text[i+1]) }
