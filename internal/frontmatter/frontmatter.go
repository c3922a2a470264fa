// Package frontmatter reads the YAML at the head of a Markdown file and edits
// one field of it where it is.
//
// The YAML is read as syntax alone: aliases, which can grow without bound, are
// never followed. It is never written again: [Set] and [Remove] splice the bytes
// of one field and leave every other byte of the file as it was.
package frontmatter

import "bytes"

const byteOrderMark = "\uFEFF"

// Span is a range of bytes, from Start to before End.
type Span struct{ Start, End int }

// of returns the bytes of the span.
func (s Span) of(text []byte) []byte { return text[s.Start:s.End] }

// Block says where the frontmatter is in the text of a file.
type Block struct {
	// YAML is what is between the lines of dashes; it is empty or ends
	// with a line break.
	YAML Span
	// Body is where the text behind the closing line begins.
	Body int
	// Newline is the line break behind the opening line, "\n" or "\r\n".
	Newline string
}

// Cut finds the frontmatter of a text: what is between --- in its first
// line and the next line of --- or of three dots. Blanks behind them and a
// byte order mark before the first are allowed. It returns false for a text
// that has none.
func Cut(text []byte) (Block, bool) {
	at := 0
	if bytes.HasPrefix(text, []byte(byteOrderMark)) {
		at = len(byteOrderMark)
	}
	line, start := cutLine(text, at)
	if mark(line) != "---" || start == at+len(line) {
		return Block{}, false
	}
	b := Block{Newline: string(text[at+len(line) : start])}
	for at = start; at < len(text); {
		line, next := cutLine(text, at)
		if m := mark(line); m == "---" || m == "..." {
			b.YAML, b.Body = Span{start, at}, next
			return b, true
		}
		at = next
	}
	return Block{}, false
}

func mark(line []byte) string { return string(bytes.TrimRight(line, " \t")) }

// cutLine returns the line that begins at a place, without its line break, and
// where the next one begins.
func cutLine(text []byte, at int) (line []byte, next int) {
	end := bytes.IndexByte(text[at:], '\n')
	if end < 0 {
		return text[at:], len(text)
	}
	line, next = text[at:at+end], at+end+1
	return bytes.TrimSuffix(line, []byte("\r")), next
}
