package vault

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cards/wikilink"
	"github.com/agmem/agmem/internal/frontmatter"
)

// maxSummary is the longest summary, in characters.
const maxSummary = 400

// parse reads a card. The text it returns is the body, without frontmatter, as
// it is searched. Every file is a card: what is wrong with it is in
// Problem.
func parse(at string, text []byte) (cards.Card, string) {
	c := cards.Card{Path: at, Slug: path.Base(at)}
	body := text
	if block, ok := frontmatter.Cut(text); ok {
		body = text[block.Body:]
		fields, err := frontmatter.Parse(text[block.YAML.Start:block.YAML.End])
		if err != nil {
			c.Problem = err.Error()
		}
		readFields(&c, fields)
	}
	if !utf8.Valid(text) {
		c.Problem = "it is not UTF-8 text"
		body = bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	readBody(&c, body)
	return c, string(body)
}

func readFields(c *cards.Card, fields frontmatter.Fields) {
	text := func(name string) string { return strings.TrimSpace(fields.Text(name)) }
	c.Title, c.Created, c.Modified = oneLine(text("title")), text("created"), text("modified")
	c.Source, c.Status = oneLine(text("source")), oneLine(text("status"))
	c.Aliases = append(fields.List("aliases"), fields.List("alias")...)
	c.Tags = agmem.CleanTags(append(fields.List("tags"), fields.List("tag")...))
	for _, name := range cards.RequiredFields() {
		if text(name) == "" {
			c.Missing = append(c.Missing, name)
		}
	}
}

// readBody takes the links, the first paragraph and, where the frontmatter has
// none, the title from the body.
func readBody(c *cards.Card, body []byte) {
	for l := range wikilink.All(body) {
		if l.Target != "" && !slices.Contains(c.Links, l.Target) {
			c.Links = append(c.Links, l.Target)
		}
	}
	heading, paragraph := firstParts(body)
	c.Summary = cut(paragraph, maxSummary)
	if c.Title == "" {
		c.Title = heading
	}
	if c.Title == "" {
		c.Title = c.Slug
	}
}

// firstParts returns the text of the first heading and the first paragraph,
// each on one line. A heading is not a paragraph, and what looks like one in a
// fenced block is code.
func firstParts(body []byte) (heading, paragraph string) {
	var lines []string
	ended, fenced := false, false
	for line := range strings.Lines(string(body)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
		}
		title, isHeading := cutHeading(line)
		isHeading = isHeading && !fenced
		switch {
		case isHeading || line == "":
			ended = ended || len(lines) > 0
		case !ended:
			lines = append(lines, line)
		}
		if isHeading && heading == "" {
			heading = title
		}
		if ended && heading != "" {
			break
		}
	}
	return heading, strings.Join(lines, " ")
}

func cutHeading(line string) (title string, ok bool) {
	rest := strings.TrimLeft(line, "#")
	if n := len(line) - len(rest); n == 0 || n > 6 || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", false
	}
	return strings.TrimSpace(strings.TrimRight(strings.TrimSpace(rest), "#")), true
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// cut shortens a text to so many characters.
func cut(text string, most int) string {
	n := 0
	for i := range text {
		if n++; n > most {
			return text[:i] + "…"
		}
	}
	return text
}
