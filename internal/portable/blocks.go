package portable

import "strings"

// section is a heading of a Markdown text with what is below it, up to
// the next heading of any level. The first one of a text has no heading.
type section struct {
	heading string   // as it was written, one line or more; empty for the first
	titles  []string // the texts of the headings above it, then its own
	body    []string // lines
	line    int      // where it begins, counted from 1
}

// outline cuts a Markdown text into sections. It follows CommonMark where
// that decides what is a heading: code, HTML blocks, quotations and list
// items hold none.
type outline struct {
	sections []section
	titles   [6]string // the headings that are open, by level
	fence    fence     // the code block that is open
	html     string    // what ends the HTML block that is open
	// paragraph is where in the body the open paragraph begins, -1 for none:
	// a line of = or - below it makes it a heading.
	paragraph int
	// item is the column of the text of the open list item, 0 for none: what
	// is indented as far belongs to it.
	item int
	// lazy says that there is an open paragraph in a list item or a
	// quotation, which goes on in any line of text.
	lazy bool
}

// cutSections returns the sections of a text whose first line has the number
// first.
func cutSections(text string, first int) []section {
	o := outline{sections: []section{{line: first}}, paragraph: -1}
	number := first
	for line := range strings.Lines(text) {
		o.take(strings.TrimSuffix(line, "\n"), number)
		number++
	}
	return o.sections
}

// Section is a heading of a Markdown text with the lines below it, up to the next
// heading of any level. The first one of a text has no heading.
type Section struct {
	Titles []string // the texts of the headings above it, then its own
	Lines  []string
}

// Sections returns the sections of a Markdown text, as CommonMark divides it.
func Sections(text string) []Section {
	var all []Section
	for _, s := range cutSections(text, 1) {
		all = append(all, Section{s.titles, s.body})
	}
	return all
}

func (o *outline) take(line string, number int) {
	text := strings.TrimSpace(line)
	if o.fence.isOpen() && text != "" && indentOf(line) < o.fence.item {
		// The list item is over, and with it the code in it.
		o.fence, o.item = fence{}, 0
	}
	switch {
	case o.fence.isOpen():
		o.keep(line)
		if o.fence.isClosedBy(line) {
			o.fence = fence{}
		}
	case o.html != "":
		o.keep(line)
		if strings.Contains(strings.ToLower(line), o.html) {
			o.html = ""
		}
	case text == "":
		o.keep(line)
		o.paragraph, o.lazy = -1, false
	case indentOf(line) >= 4:
		o.keep(line)
	case o.item > 0 && indentOf(line) >= o.item:
		o.takeContained(line, text, o.item)
	default:
		o.takeBlock(line, text, number)
	}
}

// takeBlock takes a line that is in no list item, unless it continues one's
// paragraph.
func (o *outline) takeBlock(line, text string, number int) {
	level, title := atxHeading(text)
	underline := setextLevel(text)
	_, isFence := openFence(line)
	switch {
	case level > 0:
		o.open(section{heading: line, line: number}, level, title)
	case underline > 0 && o.paragraph >= 0:
		o.openSetext(line, number, underline)
	case isThematicBreak(text):
		o.keep(line)
		o.paragraph, o.item, o.lazy = -1, 0, false
	case isListItem(text) && (o.paragraph < 0 && !o.lazy || interrupts(text)):
		item := indentOf(line) + max(2, len(text)-len(itemText(text)))
		o.takeContained(line, itemText(text), item)
	case text[0] == '>':
		o.takeContained(line, strings.TrimLeft(text, "> \t"), 0)
	case isFence || htmlEnd(text) != "":
		o.takeContained(line, text, 0)
	default:
		o.takeText(line)
	}
}

// takeContained takes a line whose text is in a list item with this column,
// in a quotation, or begins a block without headings.
func (o *outline) takeContained(line, text string, item int) {
	o.paragraph, o.item, o.lazy = -1, item, false
	f, isFence := openFence(line)
	level, _ := atxHeading(text)
	switch {
	case isFence:
		o.fence = f
		o.fence.item = item
	case htmlEnd(text) != "":
		o.html = htmlEnd(text)
	default:
		o.lazy = text != "" && level == 0 && !isThematicBreak(text)
	}
	o.keep(line)
}

// takeText takes a line of a paragraph.
func (o *outline) takeText(line string) {
	if !o.lazy {
		o.item = 0
		if o.paragraph < 0 {
			o.paragraph = len(o.current().body)
		}
	}
	o.keep(line)
}

func (o *outline) current() *section { return &o.sections[len(o.sections)-1] }

func (o *outline) keep(line string) {
	s := o.current()
	s.body = append(s.body, line)
}

// openSetext makes the open paragraph the heading of a new section.
func (o *outline) openSetext(underline string, number, level int) {
	s := o.current()
	lines := s.body[o.paragraph:]
	title := make([]string, len(lines))
	for i, line := range lines {
		title[i] = strings.TrimSpace(line)
	}
	heading := strings.Join(lines, "\n") + "\n" + underline
	number -= len(lines)
	s.body = s.body[:o.paragraph]
	o.open(section{heading: heading, line: number}, level, strings.Join(title, " "))
}

func (o *outline) open(s section, level int, title string) {
	o.titles[level-1] = title
	clear(o.titles[level:])
	for _, title := range o.titles[:level] {
		if title != "" {
			s.titles = append(s.titles, title)
		}
	}
	o.sections = append(o.sections, s)
	o.paragraph, o.item, o.lazy = -1, 0, false
}
