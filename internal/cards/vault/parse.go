package vault

import (
	"bytes"
	"cmp"
	"path"
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
	known := map[string]bool{"": true}
	for l := range wikilink.All(body) {
		if !known[l.Target] {
			known[l.Target] = true
			c.Links = append(c.Links, l.Target)
		}
	}
	heading, rest := cutTitle(string(body))
	c.Summary = cut(firstParagraph(rest), maxSummary)
	c.Title = cmp.Or(c.Title, heading, c.Slug)
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
