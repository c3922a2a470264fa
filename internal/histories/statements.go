package histories

import "strings"

// statements cuts the lines below a heading into what each says one thing: a
// bullet with what is nested in it, a paragraph, a table, a block of code with the
// line that introduces it. A line that ends in a colon introduces the bullets
// below it, and is repeated with each. Comments of HTML say nothing.
func statements(lines []string) []string {
	s := splitter{}
	for _, line := range lines {
		s.take(strings.TrimRight(line, " \t"))
	}
	s.end()
	return s.all
}

// splitter reads lines one by one.
type splitter struct {
	all     []string
	open    []string // lines of the open statement
	isItem  bool     // it is a bullet
	indent  int      // columns before its mark
	intro   string   // what the bullets are about that are further in than outside
	outside int
	fence   string // what closes the open block of code
	comment bool   // a comment is open
	blank   bool   // the last line was blank
}

func (s *splitter) take(line string) {
	text := strings.TrimLeft(line, " \t")
	switch {
	case s.fence != "":
		s.open = append(s.open, line)
		if strings.HasPrefix(text, s.fence) && strings.Trim(text, s.fence[:1]) == "" {
			s.fence = ""
		}
	case s.comment || strings.HasPrefix(text, "<!--"):
		s.comment = !strings.Contains(text, "-->")
	case text == "":
		s.blank = true
	default:
		s.takeText(line, text)
		s.blank = false
	}
}

func (s *splitter) takeText(line, text string) {
	indent := columns(line)
	mark := strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~")
	body, isItem := cutMark(text)
	switch {
	case mark:
		if !s.introducesCode(indent) {
			s.end()
		}
		s.fence = text[:3]
		s.open = append(s.open, line)
	case isItem && (!s.isItem || indent <= s.indent || s.isIntro()):
		s.begin(body, indent)
	case isItem, s.isItem && indent > s.indent:
		if s.blank {
			s.open = append(s.open, "")
		}
		s.open = append(s.open, line) // nested in the bullet
	case len(s.open) == 0 || s.blank:
		s.end()
		s.intro = ""
		s.open = append(s.open, text)
	default:
		s.open = append(s.open, text)
	}
}

// introducesCode says whether a block of code belongs to what is before it.
func (s *splitter) introducesCode(indent int) bool {
	if s.isItem {
		return indent > s.indent
	}
	return len(s.open) > 0 && !s.inCode()
}

func (s *splitter) inCode() bool { return strings.HasPrefix(strings.TrimSpace(s.open[0]), "```") }

// isIntro says whether the open statement only introduces what follows.
func (s *splitter) isIntro() bool {
	return len(s.open) == 1 && strings.HasSuffix(strings.TrimRight(s.open[0], "*_ "), ":")
}

// begin begins a bullet.
func (s *splitter) begin(body string, indent int) {
	switch {
	case len(s.open) == 0:
	case s.isIntro() && !s.isItem:
		s.intro, s.outside, s.open = strings.TrimSpace(s.open[0]), -1, nil
	case s.isIntro() && indent > s.indent:
		s.intro, s.outside, s.open = strings.TrimSpace(s.open[0]), s.indent, nil
	default:
		s.end()
	}
	if indent <= s.outside {
		s.intro = ""
	}
	s.open, s.isItem, s.indent = []string{body}, true, indent
}

// end completes the open statement.
func (s *splitter) end() {
	text := strings.TrimSpace(strings.Join(dedent(s.open), "\n"))
	if text != "" && hasWords(text) && !(s.isIntro() && !s.isItem) {
		if s.isItem && s.intro != "" {
			text = s.intro + " " + text
		}
		s.all = append(s.all, text)
	}
	s.open, s.isItem = nil, false
}

// dedent takes the indentation that all lines but the first share from them.
func dedent(lines []string) []string {
	if len(lines) < 2 {
		return lines
	}
	least := -1
	for _, line := range lines[1:] {
		if n := columns(line); strings.TrimSpace(line) != "" && (least < 0 || n < least) {
			least = n
		}
	}
	out := []string{lines[0]}
	for _, line := range lines[1:] {
		for n := least; n > 0 && line != "" && (line[0] == ' ' || line[0] == '\t'); line = line[1:] {
			n--
			if line[0] == '\t' {
				n -= 3
			}
		}
		out = append(out, line)
	}
	return out
}

// columns returns how far a line is indented; a tab counts as four.
func columns(line string) int {
	n := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			n++
		case '\t':
			n += 4
		default:
			return n
		}
	}
	return n
}

// cutMark takes the mark of a list item and a box behind it.
func cutMark(text string) (string, bool) {
	rest := strings.TrimLeft(text, "0123456789")
	digits := len(text) - len(rest)
	isNumber := digits > 0 && digits < 5 && rest != "" && strings.IndexByte(".)", rest[0]) >= 0
	isBullet := digits == 0 && rest != "" && strings.IndexByte("-*+", rest[0]) >= 0
	if !isNumber && !isBullet || len(rest) < 2 || rest[1] != ' ' && rest[1] != '\t' {
		return text, false
	}
	rest = strings.TrimLeft(rest[1:], " \t")
	for _, box := range []string{"[ ] ", "[x] ", "[X] "} {
		rest = strings.TrimPrefix(rest, box)
	}
	return rest, true
}
