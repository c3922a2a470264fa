package portable

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agmem/agmem"
)

const (
	// maxMarkdown is the largest Markdown file that is read, in bytes.
	maxMarkdown = 64 << 20
	// maxDigest is the longest digest that is made, in bytes.
	maxDigest = 500
)

// ReadMarkdown reads one memory for each heading that has its own text:
// the heading's line and its text up to the next heading. The digest is the
// path of headings down to it, "Install › Linux". Text before the first
// heading has the title in the frontmatter, else the name of the file, as its
// digest. Text longer than [agmem.MaxContent] is cut between paragraphs.
//
// Frontmatter gives all memories their tags (tags, a list or separated by
// commas) and their time of creation (date or created); without it the
// memories are created when they are stored, because what a file's date means
// depends on how it was copied. What cannot be read of it is a warning.
//
// Text that is not UTF-8 is Invalid.
func ReadMarkdown(name string, r io.Reader) (Batch, error) {
	text, err := readText(name, r)
	if err != nil {
		return Batch{}, err
	}
	base := filepath.Base(name)
	head, body, line := cutMatter(text, strings.TrimSuffix(base, filepath.Ext(base)))
	b := Batch{}
	for _, warning := range head.warnings {
		b.Warnings = append(b.Warnings, agmem.Errorf(agmem.Invalid, "%s: %w", name, warning))
	}
	for _, s := range cutSections(body, line) {
		if !hasWords(strings.Join(s.body, "\n")) {
			continue
		}
		for _, m := range s.memories(head) {
			b.add(m, place{line: s.line, file: name})
		}
	}
	return b, nil
}

// readText returns a text with its line breaks as "\n" and without a byte order
// mark.
func readText(name string, r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxMarkdown+1))
	switch {
	case err != nil:
		return nil, agmem.Unreadable(name, err)
	case len(text) > maxMarkdown:
		return nil, agmem.Errorf(agmem.TooLarge, "%s is larger than %d bytes", name, maxMarkdown)
	case !utf8.Valid(text):
		return nil, agmem.Errorf(agmem.Invalid, "%s is not valid UTF-8", name)
	}
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), nil
}

// hasWords says whether a text says anything: rules and brackets do not.
func hasWords(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// memories returns the section as one memory, or as several where it is too
// long. Each of them begins with the heading, so that it can be read alone.
func (s section) memories(head matter) []agmem.Memory {
	digest := strings.Join(s.titles, " › ")
	if digest == "" {
		digest = head.title
	}
	opening := ""
	if s.heading != "" {
		opening = s.heading + "\n"
	}
	body := strings.TrimRight(strings.Join(s.body, "\n"), " \t\n")
	if len(opening) > agmem.MaxContent/2 {
		opening, body = "", opening+body
	}
	var memories []agmem.Memory
	for _, part := range split(body, agmem.MaxContent-len(opening)) {
		content := opening + part
		if opening == "" {
			content = strings.TrimLeft(part, "\n")
		}
		memories = append(memories, agmem.Memory{
			Content: content, Digest: shorten(digest, maxDigest), Tags: head.tags, CreatedAt: head.created,
		})
	}
	if n := len(memories); n > 1 {
		for i := range memories {
			memories[i].Digest += fmt.Sprintf(" (%d/%d)", i+1, n)
		}
	}
	return memories
}

// split cuts a text into parts of at most so many bytes, at the last empty
// line that allows it, else at a line's end, a blank, or anywhere.
func split(text string, most int) []string {
	var parts []string
	for len(text) > most {
		end := runeStart(text, most)
		for _, border := range []string{"\n\n", "\n", " "} {
			if i := strings.LastIndex(text[:end], border); i > 0 && hasWords(text[:i]) {
				end = i
				break
			}
		}
		if hasWords(text[:end]) {
			parts = append(parts, text[:end])
		}
		text = strings.TrimLeft(text[end:], "\n")
	}
	if hasWords(text) || len(parts) == 0 {
		parts = append(parts, text)
	}
	return parts
}

// shorten cuts a text to about so many bytes.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return text[:runeStart(text, most)] + "…"
}

// runeStart returns the last place at or before i where a rune begins.
func runeStart(text string, i int) int {
	for i > 0 && !utf8.RuneStart(text[i]) {
		i--
	}
	return i
}
