// Package wikilink finds the [[links]] of Markdown notes, as Obsidian, Foam
// and the Zettelkasten tools before them write them.
//
// A link is `[[target]]`, `[[target|shown]]`, `[[target#heading]]`,
// `[[target#^block]]`, any of them behind a ! where the target is shown in
// place. It is on one line. Brackets around a link are text. What is in a code
// span, a fenced code block or a comment (<!-- --> and %% %%) is text, not a
// link.
package wikilink

import (
	"bytes"
	"iter"
	"sort"
	"strings"
	"unicode"
)

// Link is one link of a text.
type Link struct {
	// Start and End are where it is, from the first [ or the ! to behind
	// the last ].
	Start, End int
	// TargetStart and TargetEnd are where its target is, blanks and a
	// trailing .md left out.
	TargetStart, TargetEnd int
	Target                 string // the text there; empty for a link within the note
	Heading                string // behind the #, with its ^ for a block; empty for none
	Shown                  string // behind the |; empty for none
	Embed                  bool
}

// All yields the links of a text in their order. Text that is frontmatter is
// the caller's to leave out.
func All(text []byte) iter.Seq[Link] {
	return func(yield func(Link) bool) {
		s := scanner{text: text}
		for {
			l, ok := s.next()
			if !ok || !yield(l) {
				return
			}
		}
	}
}

// scanner walks over a text and keeps out of what is code or comment. What it
// has looked for ahead it remembers: a text of brackets or backticks that
// nothing closes would else be read once for each of them.
type scanner struct {
	text []byte
	at   int

	closing   int           // where the next ]] of the line is, -1 for nowhere
	lineEnd   int           // of the line that closing is about
	backticks map[int][]int // where the runs of so many backticks begin, ascending
	paragraph int           // up to where backticks holds
}

// next returns the next link; false at the end.
func (s *scanner) next() (Link, bool) {
	for s.at < len(s.text) {
		if s.atLineStart() && s.skipFence() {
			continue
		}
		switch c := s.text[s.at]; {
		case c == '\\':
			s.at += 2
		case c == '`':
			s.skipCodeSpan()
		case c == '<' && s.has("<!--"):
			s.skipComment("<!--", "-->", true)
		case c == '%' && s.has("%%"):
			s.skipComment("%%", "%%", false)
		case c == '[' && s.has("[["):
			l, ok := s.link()
			if ok {
				s.at = l.End
				return l, true
			}
			s.at++
		default:
			s.at++
		}
	}
	return Link{}, false
}

func (s *scanner) has(prefix string) bool { return bytes.HasPrefix(s.text[s.at:], []byte(prefix)) }

func (s *scanner) atLineStart() bool { return s.at == 0 || s.text[s.at-1] == '\n' }

// line returns the line that begins at a place, without its line break, and
// where the next one begins.
func (s *scanner) line(at int) (line []byte, next int) {
	end := bytes.IndexByte(s.text[at:], '\n')
	if end < 0 {
		return s.text[at:], len(s.text)
	}
	return s.text[at : at+end], at + end + 1
}

// skipFence passes over a fenced code block that begins on this line; it ends
// with the text where nothing closes it (CommonMark 4.5). Fences of quotes and
// lists count too, because what is in them is code.
func (s *scanner) skipFence() bool {
	first, next := s.line(s.at)
	mark, length, info := fence(first)
	if length == 0 || mark == '`' && bytes.IndexByte(info, '`') >= 0 {
		return false
	}
	for s.at = next; s.at < len(s.text); {
		line, next := s.line(s.at)
		s.at = next
		if m, n, rest := fence(line); m == mark && n >= length && len(bytes.TrimSpace(rest)) == 0 {
			break
		}
	}
	return true
}

// fence returns the mark of a fence, how often it is there and what
// follows it; length 0 if the line is not a fence.
func fence(line []byte) (mark byte, length int, rest []byte) {
	line = bytes.TrimLeft(line, " \t>")
	line = bytes.TrimLeft(cutItem(line), " \t>")
	if len(line) < 3 || line[0] != '`' && line[0] != '~' {
		return 0, 0, nil
	}
	mark = line[0]
	rest = bytes.TrimLeft(line, string(mark))
	if length = len(line) - len(rest); length < 3 {
		return 0, 0, nil
	}
	return mark, length, rest
}

// cutItem cuts the mark of a list item off.
func cutItem(line []byte) []byte {
	i := 0
	for i < len(line) && '0' <= line[i] && line[i] <= '9' {
		i++
	}
	switch {
	case i+1 < len(line) && i > 0 && (line[i] == '.' || line[i] == ')') && line[i+1] == ' ':
		return line[i+2:]
	case i == 0 && len(line) > 1 && bytes.IndexByte([]byte("-*+"), line[0]) >= 0 && line[1] == ' ':
		return line[2:]
	}
	return line
}

// skipCodeSpan passes over a code span, which ends at as many backticks as it
// began with, and within its paragraph; without an end the backticks are text
// (CommonMark 6.1).
func (s *scanner) skipCodeSpan() {
	if s.at >= s.paragraph {
		s.findBackticks()
	}
	n := run(s.text[s.at:])
	s.at += n
	of := s.backticks[n]
	next := sort.SearchInts(of, s.at)
	if next < len(of) {
		s.at = of[next] + n
	}
	s.backticks[n] = of[min(next+1, len(of)):]
}

// findBackticks notes the runs of backticks from s.at to the end of the
// paragraph.
func (s *scanner) findBackticks() {
	s.backticks = make(map[int][]int)
	for i := s.at; i < len(s.text); {
		switch {
		case s.text[i] == '`':
			n := run(s.text[i:])
			s.backticks[n] = append(s.backticks[n], i)
			i += n
		case s.text[i] == '\n' && blankLine(s.text[i+1:]):
			s.paragraph = i + 1
			return
		default:
			i++
		}
	}
	s.paragraph = len(s.text)
}

func run(text []byte) int { return len(text) - len(bytes.TrimLeft(text, "`")) }

func blankLine(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return len(bytes.TrimSpace(line)) == 0
}

// skipComment passes over a comment. An unclosed one hides the rest of the text if
// other programs read it so, and else does not count.
func (s *scanner) skipComment(opening, closing string, toEnd bool) {
	s.at += len(opening)
	end := bytes.Index(s.text[s.at:], []byte(closing))
	switch {
	case end >= 0:
		s.at += end + len(closing)
	case toEnd:
		s.at = len(s.text)
	}
}

// link reads the link that begins at s.at, two brackets.
func (s *scanner) link() (Link, bool) {
	from := s.at + len("[[")
	end := s.nextClosing(from)
	if end < 0 {
		return Link{}, false
	}
	inner := s.text[from:end]
	if bytes.Contains(inner, []byte("[[")) || opensOutside(inner) {
		return Link{}, false
	}
	l := Link{Start: s.at, End: end + len("]]")}
	if l.Start > 0 && s.text[l.Start-1] == '!' {
		l.Start--
		l.Embed = true
	}
	target, shown := cutShown(string(inner))
	l.Shown = strings.TrimSpace(shown)
	target, heading, _ := strings.Cut(target, "#")
	l.Heading = strings.TrimSpace(heading)
	l.TargetStart = from + len(target) - len(strings.TrimLeftFunc(target, unicode.IsSpace))
	l.Target = strings.TrimSuffix(strings.TrimSpace(target), ".md")
	l.TargetEnd = l.TargetStart + len(l.Target)
	if l.Target == "" && l.Heading == "" {
		return Link{}, false
	}
	return l, true
}

// nextClosing returns where the first ]] from a place on is, -1 where its line
// has none. Places have to ascend.
func (s *scanner) nextClosing(from int) int {
	if from > s.lineEnd || s.lineEnd == 0 {
		line, _ := s.line(from)
		s.lineEnd, s.closing = from+len(line), 0
	}
	if s.closing >= 0 && s.closing < from {
		s.closing = bytes.Index(s.text[from:s.lineEnd], []byte("]]"))
		if s.closing >= 0 {
			s.closing += from
		}
	}
	return s.closing
}

// opensOutside says whether what follows [[ begins with a third bracket that is
// not closed in the link. It belongs to the text around it: [[[slug]]] is a link
// in brackets.
func opensOutside(inner []byte) bool {
	return bytes.HasPrefix(inner, []byte("[")) && !bytes.Contains(inner, []byte("]"))
}

// cutShown cuts a link at its |, which has a backslash before it in tables.
func cutShown(inner string) (target, shown string) {
	target, shown, found := strings.Cut(inner, "|")
	if found {
		target = strings.TrimSuffix(target, `\`)
	}
	return target, shown
}
