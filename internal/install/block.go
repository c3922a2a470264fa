package install

import (
	"bytes"
	"strings"

	"github.com/agmem/agmem"
)

// block is lines between two marks, at the end of a text in which a comment may
// be anywhere.
type block struct {
	begin, end string // the lines of the marks
	lines      string // between them, with the end of the last line
	without    string // no line of the text may begin so outside of the block
}

// tomlBlock is a block in a TOML file that begins with the table of that name.
func tomlBlock(table, lines string) block {
	header := "[" + table + "]"
	return block{begin: "# agmem:begin", end: "# agmem:end", lines: header + "\n" + lines, without: header}
}

// markdownBlock is a block in a Markdown file.
func markdownBlock(lines string) block {
	return block{begin: "<!-- agmem:begin -->", end: "<!-- agmem:end -->", lines: lines}
}

func (b block) text() string { return b.begin + "\n" + b.lines + b.end + "\n" }

func (b block) put(text []byte) ([]byte, error) {
	start, end, err := b.find(text)
	if err != nil {
		return nil, err
	}
	if start < end {
		if between := string(text[start:end]); between != b.text() {
			return nil, agmem.Errorf(agmem.Conflict, "what is between %s and %s is not what this version writes", b.begin, b.end)
		}
		return text, nil
	}
	for line := range bytes.Lines(text) {
		if b.without != "" && strings.HasPrefix(strings.TrimSpace(string(line)), b.without) {
			return nil, agmem.Errorf(agmem.Conflict, "the file has %s already", b.without)
		}
	}
	return []byte(string(text) + gap(text) + b.text()), nil
}

// gap is what put writes between a text and the block: an empty line.
func gap(text []byte) string {
	switch {
	case len(text) == 0 || bytes.HasSuffix(text, []byte("\n\n")):
		return ""
	case bytes.HasSuffix(text, []byte("\n")):
		return "\n"
	}
	return "\n\n"
}

func (b block) take(text, before []byte) ([]byte, error) {
	start, end, err := b.find(text)
	if err != nil || start == end {
		return text, err
	}
	gap := gap(before)
	if end < len(text) && gap == "\n\n" {
		gap = "\n" // what follows begins a line
	}
	front := bytes.TrimSuffix(text[:start], []byte(gap))
	return []byte(string(front) + string(text[end:])), nil
}

// find returns where the block is; start and end are equal where it is not.
func (b block) find(text []byte) (start, end int, err error) {
	start, end, at := -1, -1, 0
	for line := range bytes.Lines(text) {
		switch mark := strings.TrimRight(string(line), "\r\n"); {
		case mark == b.begin && start < 0:
			start = at
		case mark == b.end && start >= 0 && end < 0:
			end = at + len(line)
		case mark == b.begin || mark == b.end:
			return 0, 0, agmem.Errorf(agmem.Conflict, "the marks %s and %s are not one pair", b.begin, b.end)
		}
		at += len(line)
	}
	switch {
	case start < 0 && end < 0:
		return 0, 0, nil
	case end < 0:
		return 0, 0, agmem.Errorf(agmem.Conflict, "the mark %s is missing behind %s", b.end, b.begin)
	}
	return start, end, nil
}

func (b block) byHand() string { return b.lines }
