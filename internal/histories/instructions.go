package histories

import (
	"bytes"
	"context"
	"io"
	"path"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/frontmatter"
	"github.com/agmem/agmem/internal/portable"
)

// maxMarkdown is the largest Markdown file that is read, in bytes.
const maxMarkdown = 16 << 20

// headingJoint is between the headings of a path.
const headingJoint = " › "

// isInstructions knows the names of files that agents read at their start.
func isInstructions(name string) bool {
	switch strings.ToLower(path.Base(name)) {
	case "claude.md", "claude.local.md", "agents.md", "agents.override.md", "gemini.md", "memory.md":
		return true
	}
	return false
}

// readInstructions reads a Markdown file with a memory for each bullet and each
// paragraph.
func readInstructions(_ context.Context, p *page, from io.Reader) error {
	text, err := readMarkdown(p.Path, from)
	if err != nil {
		return err
	}
	_, body := cutMatter(text)
	p.addSections(nil, body, agmem.Memory{})
	return nil
}

// readClaudeMemory reads a file of a memory folder of Claude Code. The index,
// MEMORY.md, is like instructions. Another file is about one topic, with name,
// description and type in its frontmatter; a short one without headings is one
// memory, because its paragraphs belong together: the rule, why, and how.
func readClaudeMemory(_ context.Context, p *page, from io.Reader) error {
	const short = 4 << 10
	text, err := readMarkdown(p.Path, from)
	if err != nil {
		return err
	}
	fields, body := cutMatter(text)
	m := agmem.Memory{}
	var above []string
	if name := clean(fields.Text("name")); name != "" {
		above = append(above, name)
	}
	switch kind := fields.Text("type"); kind {
	case "user", "feedback", "project", "reference":
		m.Tags = []string{kind}
	}
	_ = m.CreatedAt.UnmarshalText([]byte(clean(fields.Text("modified")))) // without it, it is new
	sections := portable.Sections(body)
	if len(fields) == 0 || len(sections) > 1 || len(body) > short {
		p.addSections(above, body, m)
		return nil
	}
	m.Content = body
	m.Digest = clean(fields.Text("description"))
	if m.Digest == "" {
		m.Digest = strings.Join(append(above, oneLine(body)), headingJoint)
	}
	m.Origin.Heading = strings.Join(above, headingJoint)
	p.add(m)
	return nil
}

// addSections takes the bullets and paragraphs of a text, with what all of them
// have in like.
func (p *page) addSections(above []string, body string, like agmem.Memory) {
	body, cut := cutOurs(body)
	p.Left.count(ours, cut)
	for _, s := range portable.Sections(body) {
		heading := strings.Join(append(above[:len(above):len(above)], s.Titles...), headingJoint)
		for _, text := range statements(s.Lines) {
			if isPointer(text) {
				p.Left.add(pointer)
				continue
			}
			m := like
			m.Content, m.Digest, m.Origin.Heading = text, oneLine(text), heading
			if heading != "" {
				m.Digest = heading + headingJoint + m.Digest
			}
			p.add(m)
		}
	}
}

// cutOurs takes out what agmem itself has written into a file, between its marks,
// and says how many blocks that were.
func cutOurs(body string) (rest string, blocks int) {
	const begin, end = "<!-- agmem:begin", "<!-- agmem:end"
	for {
		start := strings.Index(body, begin)
		if start < 0 {
			return body, blocks
		}
		after := strings.Index(body[start:], end)
		if after < 0 {
			return body[:start], blocks + 1
		}
		tail := body[start+after:]
		if i := strings.Index(tail, "-->"); i >= 0 {
			tail = tail[i+len("-->"):]
		} else {
			tail = ""
		}
		body, blocks = body[:start]+tail, blocks+1
	}
}

// isPointer says whether a text only leads to another file: @path, or an entry of
// an index such as [title](file.md) — what it is about.
func isPointer(text string) bool {
	first, rest, _ := strings.Cut(text, "\n")
	if strings.HasPrefix(first, "@") && len(strings.Fields(text)) == 1 {
		return true
	}
	if rest != "" || !strings.HasPrefix(first, "[") {
		return false
	}
	_, target, ok := strings.Cut(first, "](")
	target, _, closed := strings.Cut(target, ")")
	return ok && closed && !strings.Contains(target, "://") && strings.HasSuffix(strings.ToLower(target), ".md")
}

// readMarkdown returns a text with its line breaks as "\n", without a byte order
// mark.
func readMarkdown(name string, from io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(from, maxMarkdown+1))
	switch {
	case err != nil:
		return nil, agmem.Unreadable(name, err)
	case len(text) > maxMarkdown:
		return nil, agmem.Errorf(agmem.TooLarge, "%s is larger than %d bytes", name, maxMarkdown)
	}
	text = bytes.ToValidUTF8(bytes.TrimPrefix(text, []byte("\uFEFF")), []byte("\uFFFD"))
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), nil
}

// cutMatter returns the frontmatter of a text and what follows it. Frontmatter that
// is not YAML counts as none.
func cutMatter(text []byte) (frontmatter.Fields, string) {
	block, ok := frontmatter.Cut(text)
	if !ok {
		return nil, string(text)
	}
	fields, err := frontmatter.Parse(text[block.YAML.Start:block.YAML.End])
	if err != nil {
		return nil, string(text[block.Body:])
	}
	return fields, string(text[block.Body:])
}
