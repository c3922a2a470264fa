package memory

import (
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// record is the JSON form of a memory.
type record struct {
	ID        int64          `json:"id"`
	UUID      string         `json:"uuid"`
	Content   string         `json:"content"`
	Tags      []string       `json:"tags"`
	CreatedAt agmem.Instant  `json:"created_at"`
	EnteredBy *string        `json:"entered_by"`
	ExpiresAt *agmem.Instant `json:"expires_at"`
}

func recordOf(m agmem.Memory) record {
	r := record{ID: m.Number, UUID: m.ID, Content: m.Content, Tags: m.Tags, CreatedAt: m.CreatedAt}
	if r.Tags == nil {
		r.Tags = []string{}
	}
	if m.Origin.Author != "" {
		r.EnteredBy = &m.Origin.Author
	}
	if m.ExpiresAt != 0 {
		r.ExpiresAt = &m.ExpiresAt
	}
	return r
}

func recordsOf(memories []agmem.Memory) []record {
	records := make([]record, len(memories))
	for i, m := range memories {
		records[i] = recordOf(m)
	}
	return records
}

// entry is a memory as text: a line with what is known of it, and its content
// behind that, or below where it has several lines.
type entry struct {
	memory agmem.Memory
	score  string                   // empty where there is none
	paint  func(text string) string // paints the content; nil: as it is
	below  []string                 // lines of its own
}

// writeEntry writes a memory for people and agents.
func writeEntry(p *cli.Page, e entry) {
	m := e.memory
	var columns []string
	if m.Number > 0 { // it is stored
		columns = append(columns, p.Paint(cli.Yellow, number(m)))
	}
	if e.score != "" {
		columns = append(columns, e.score)
	}
	columns = append(columns, p.Paint(cli.Dim, p.Day(m.CreatedAt.Time())))
	if len(m.Tags) > 0 {
		columns = append(columns, p.Paint(cli.Cyan, cli.Fold("["+strings.Join(m.Tags, ", ")+"]")))
	}
	if m.ExpiresAt != 0 {
		columns = append(columns, p.Paint(cli.Dim, "expires "+p.Minute(m.ExpiresAt.Time())))
	}
	if e.paint == nil {
		e.paint = func(text string) string { return text }
	}
	lines := strings.Split(strings.TrimRight(m.Content, "\n"), "\n")
	if len(lines) == 1 {
		columns = append(columns, e.paint(lines[0]))
		lines = nil
	}
	p.Linef("%s", strings.Join(columns, "  "))
	for _, line := range lines {
		p.Linef("    %s", e.paint(line))
	}
	for _, line := range e.below {
		p.Linef("    %s", p.Paint(cli.Dim, line))
	}
}

// quoteEntry writes a memory in Markdown. Its content is a quote, so that
// nothing in it can be taken for a part of the document.
func quoteEntry(p *cli.Page, m agmem.Memory, facts ...string) {
	facts = append(facts, p.Day(m.CreatedAt.Time()))
	if len(m.Tags) > 0 {
		facts = append(facts, "tags: "+escapeMarkdown(strings.Join(m.Tags, ", ")))
	}
	if m.Origin.Author != "" {
		facts = append(facts, "by "+escapeMarkdown(m.Origin.Author))
	}
	if m.ExpiresAt != 0 {
		facts = append(facts, "expires "+p.Minute(m.ExpiresAt.Time()))
	}
	name := "**not stored**"
	if m.Number > 0 {
		name = "**" + number(m) + "**"
	}
	p.Linef("- %s (%s)", name, strings.Join(facts, "; "))
	for line := range strings.Lines(strings.TrimRight(m.Content, "\n")) {
		p.Linef("  > %s", strings.TrimRight(line, "\r\n"))
	}
}

// escapeMarkdown returns a text on one line without a meaning in Markdown.
func escapeMarkdown(text string) string {
	var b strings.Builder
	for _, r := range cli.Fold(text) {
		if strings.ContainsRune("\\`*_{}[]<>#|~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
