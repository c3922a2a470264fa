package portable

import "strings"

// atxHeading returns the level and the text of a heading such as "## Text ##";
// level 0 if the line is not one.
func atxHeading(text string) (level int, title string) {
	level = len(text) - len(strings.TrimLeft(text, "#"))
	rest := text[level:]
	if level == 0 || level > 6 || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	rest = strings.TrimSpace(rest)
	if closed := strings.TrimRight(rest, "#"); closed == "" || strings.HasSuffix(closed, " ") || strings.HasSuffix(closed, "\t") {
		rest = closed
	}
	return level, strings.TrimSpace(rest)
}

// setextLevel returns the level of the heading that a line makes of the
// paragraph above it, 0 for any other line.
func setextLevel(text string) int {
	switch {
	case strings.Trim(text, "=") == "":
		return 1
	case strings.Trim(text, "-") == "":
		return 2
	}
	return 0
}

// isThematicBreak says whether a line is three or more of *, - or _.
func isThematicBreak(text string) bool {
	marks := strings.NewReplacer(" ", "", "\t", "").Replace(text)
	return len(marks) >= 3 && strings.IndexByte("*-_", marks[0]) >= 0 && strings.Trim(marks, marks[:1]) == ""
}

// isListItem says whether a line begins with a bullet or a number.
func isListItem(text string) bool { return itemText(text) != text }

// interrupts says whether a list item may follow a paragraph without an empty
// line: not if it is empty or its number is not 1, as in a sentence that
// happens to break before a year.
func interrupts(text string) bool {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	return itemText(text) != "" && (digits == 0 || text[:digits] == "1")
}

// itemText returns what follows the mark of a list item, the text itself
// if there is no mark.
func itemText(text string) string {
	const maxDigits = 9
	rest := strings.TrimLeft(text, "0123456789")
	digits := len(text) - len(rest)
	isNumber := digits > 0 && digits <= maxDigits && strings.IndexAny(rest, ".)") == 0
	isBullet := digits == 0 && strings.IndexAny(rest, "-+*") == 0
	if !isNumber && !isBullet {
		return text
	}
	if rest = rest[1:]; rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return text
	}
	return strings.TrimLeft(rest, " \t")
}

// fence is the beginning of a code block that ends at a line of the same mark.
type fence struct {
	mark   byte
	length int
	indent int
	item   int // the column of the list item it is in, 0 for none
}

func (f fence) isOpen() bool { return f.length > 0 }

// openFence reads ``` or ~~~, also behind the mark of a list item.
func openFence(line string) (fence, bool) {
	text := strings.TrimSpace(line)
	for rest := itemText(text); rest != text; rest = itemText(text) {
		text = rest
	}
	if text == "" || text[0] != '`' && text[0] != '~' {
		return fence{}, false
	}
	info := strings.TrimLeft(text, text[:1])
	f := fence{mark: text[0], length: len(text) - len(info), indent: indentOf(line)}
	if f.length < 3 || f.mark == '`' && strings.Contains(info, "`") {
		return fence{}, false
	}
	return f, true
}

// isClosedBy says whether a line ends the code block. Behind the mark of a
// list item it is indented with the item's text.
func (f fence) isClosedBy(line string) bool {
	text := strings.TrimSpace(line)
	return len(text) >= f.length && strings.Trim(text, string(f.mark)) == "" && indentOf(line) < f.indent+8
}

// htmlEnd returns what ends the HTML block that a line begins, in lower case;
// empty where it begins none, or ends it itself. Blocks that a blank line
// ends are not told from text: a heading below such a tag is a heading.
func htmlEnd(text string) string {
	text = strings.ToLower(text)
	for _, block := range [...]struct{ start, end string }{
		{"<!--", "-->"}, {"<pre", "</pre>"}, {"<script", "</script>"},
		{"<style", "</style>"}, {"<textarea", "</textarea>"},
	} {
		if rest, ok := strings.CutPrefix(text, block.start); ok {
			if strings.Contains(rest, block.end) {
				return ""
			}
			return block.end
		}
	}
	return ""
}

// indentOf returns how many columns a line is indented; tabs go to the next
// multiple of four.
func indentOf(line string) int {
	columns := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			columns++
		case '\t':
			columns += 4 - columns%4
		default:
			return columns
		}
	}
	return columns
}
