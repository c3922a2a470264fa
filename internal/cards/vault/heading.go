package vault

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cutTitle returns the title that a text gives itself, a heading of level 1
// with nothing but comments before it, and what follows. A heading further down
// is that of a part: a note with an example is not called Example.
func cutTitle(body string) (title, rest string) {
	rest = skipComments(strings.TrimPrefix(body, "\ufeff"))
	line, below, _ := strings.Cut(rest, "\n")
	if len(line)-len(strings.TrimLeft(line, " ")) > 3 || strings.HasPrefix(line, "\t") {
		return "", rest // it is code
	}
	if text, level := cutHeading(strings.TrimSpace(line)); level > 0 {
		if level > 1 {
			text = ""
		}
		return text, below
	}
	underline, further, _ := strings.Cut(below, "\n")
	if isUnderlined(line, underline) {
		return strings.TrimSpace(line), further
	}
	return "", rest
}

// skipComments cuts empty lines and comments off that a text begins with. A
// comment that is never closed is text.
func skipComments(text string) string {
	for {
		line, below, more := strings.Cut(text, "\n")
		bare := strings.TrimSpace(line)
		if bare == "" && more {
			text = below
			continue
		}
		closing := ""
		switch {
		case strings.HasPrefix(bare, "<!--"):
			closing = "-->"
		case strings.HasPrefix(bare, "%%"):
			closing = "%%"
		default:
			return text
		}
		const opening = len("%%")
		inner := strings.TrimLeft(text, " \t")[opening:]
		_, after, closed := strings.Cut(inner, closing)
		if !closed {
			return text
		}
		text = after
	}
}

// cutHeading returns the text and the level of a line that is a heading, level
// 0 for another one.
func cutHeading(line string) (text string, level int) {
	rest := strings.TrimLeft(line, "#")
	level = len(line) - len(rest)
	if level == 0 || level > 6 || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", 0
	}
	rest = strings.TrimSpace(rest)
	bare := strings.TrimRight(rest, "#")
	if bare == "" || strings.HasSuffix(bare, " ") || strings.HasSuffix(bare, "\t") { // as in "# Title #", not in "# C#"
		rest = strings.TrimSpace(bare)
	}
	return rest, level
}

// isUnderlined says whether a line is made a heading of level 1 by the line
// below it. One that begins like a list, a quote or code is not.
func isUnderlined(line, below string) bool {
	below = strings.TrimSpace(below)
	if below == "" || strings.Trim(below, "=") != "" {
		return false
	}
	line = strings.TrimSpace(line)
	behindNumber := strings.TrimLeftFunc(line, unicode.IsDigit)
	if len(behindNumber) < len(line) && (strings.HasPrefix(behindNumber, ".") || strings.HasPrefix(behindNumber, ")")) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(line)
	return unicode.IsLetter(first) || unicode.IsDigit(first)
}

// firstParagraph returns the first paragraph on one line. A heading is not a
// paragraph, and what looks like one in a fenced block is code.
func firstParagraph(text string) string {
	var lines []string
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
		}
		_, level := cutHeading(line)
		if line != "" && (level == 0 || fenced) {
			lines = append(lines, line)
		} else if len(lines) > 0 {
			break
		}
	}
	return strings.Join(lines, " ")
}
