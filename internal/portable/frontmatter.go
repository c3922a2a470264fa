package portable

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/frontmatter"
)

// matter is what the head of a Markdown file says about all of it.
type matter struct {
	title    string
	tags     []string
	created  agmem.Instant
	warnings []error
}

// cutMatter reads the frontmatter of a text and returns what follows it, and
// the number of the line where that begins. The title is used where the
// frontmatter has none.
func cutMatter(text []byte, title string) (m matter, body string, line int) {
	m = matter{title: title, tags: []string{}}
	block, ok := frontmatter.Cut(text)
	if !ok {
		return m, string(text), 1
	}
	fields, err := frontmatter.Parse(text[block.YAML.Start:block.YAML.End])
	if err != nil {
		m.warn("%w", err)
	}
	for _, f := range fields {
		m.take(f)
	}
	m.tags = agmem.CleanTags(m.tags)
	return m, string(text[block.Body:]), 1 + bytes.Count(text[:block.Body], []byte("\n"))
}

func (m *matter) warn(format string, args ...any) {
	m.warnings = append(m.warnings, fmt.Errorf(format, args...))
}

func (m *matter) take(f frontmatter.Field) {
	switch strings.ToLower(f.Name) {
	case "title":
		if text := strings.TrimSpace(f.Text); text != "" {
			m.title = text
		}
	case "tags", "tag":
		m.takeTags(f)
	case "created":
		m.takeDate(f)
	case "date":
		if m.created == 0 {
			m.takeDate(f)
		}
	}
}

func (m *matter) takeTags(f frontmatter.Field) {
	odd := f.Odd
	if f.Kind == frontmatter.Mapping || f.Kind == frontmatter.Alias {
		odd = 1
	}
	for range odd {
		m.warn("a tag in the frontmatter is not a text")
	}
	for _, text := range f.Texts() {
		for _, tag := range agmem.SplitTags(text) {
			if err := (agmem.Draft{Content: "content", Tags: []string{tag}}).Validate(); err != nil {
				m.warn("%w", err)
				continue
			}
			m.tags = append(m.tags, tag)
		}
	}
}

func (m *matter) takeDate(f frontmatter.Field) {
	created, err := parseDay(strings.TrimSpace(f.Text))
	if err != nil {
		m.warn("%s in the frontmatter is %q, not a date", strings.ToLower(f.Name), cut(f.Text))
		return
	}
	m.created = created
}

// parseDay is parseDate, and takes a local time without seconds or T too.
func parseDay(text string) (agmem.Instant, error) {
	for _, layout := range []string{time.DateTime, "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if t, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return agmem.InstantOf(t), nil
		}
	}
	i, err := parseDate(text)
	if i == 0 && err == nil {
		err = errors.New("no date")
	}
	return i, err
}
