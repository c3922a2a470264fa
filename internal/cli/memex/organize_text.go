package memex

import (
	"fmt"
	"strings"
	"time"

	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
)

// reportText returns the report as Markdown. Times are local, to the minute.
func reportText(r cards.Report, zone *time.Location) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Cards\n\n- cards: %d\n- links: %d\n", r.Cards, r.Links)
	section(&b, "Orphans", r.Orphans, r.LeftOut.Orphans, func(slug string) string { return bracketed([]string{slug}) })
	section(&b, "Hubs", r.Hubs, r.LeftOut.Hubs, func(c cards.LinkCount) string {
		return fmt.Sprintf("[[%s]] (in %d, out %d)", shown(c.Slug), c.In, c.Out)
	})
	section(&b, "Broken links", r.Broken, r.LeftOut.Broken, func(l cards.BrokenLink) string {
		return fmt.Sprintf("[[%s]] -> [[%s]] (missing)", shown(l.From), shown(l.Target))
	})
	section(&b, "Status", r.Status, r.LeftOut.Status, func(c cards.StatusCard) string {
		return fmt.Sprintf("[[%s]] %s: %s", shown(c.Slug), title(c.Title), shown(c.Status))
	})
	section(&b, modifiedTitle(r, zone), r.Changed, r.LeftOut.Changed, changed)
	return b.String()
}

// section writes a heading with the number of its items, and those that are not
// left out.
func section[T any](b *strings.Builder, title string, items []T, leftOut int, line func(T) string) {
	fmt.Fprintf(b, "\n## %s (%d)\n\n", title, len(items)+leftOut)
	for _, item := range items {
		fmt.Fprintf(b, "- %s\n", line(item))
	}
	if len(items) == 0 {
		fmt.Fprintf(b, "%s\n", none)
	}
	b.WriteString(andMore("- ", leftOut, ": --all shows them\n"))
}

func modifiedTitle(r cards.Report, zone *time.Location) string {
	if r.Since == 0 {
		return "Modified: all, never organized before"
	}
	return "Modified since " + r.Since.Time().In(zone).Format("2006-01-02 15:04")
}

func changed(c cards.ChangedCard) string {
	text := fmt.Sprintf("[[%s]] %s", shown(c.Slug), title(c.Title))
	if c.Modified != "" {
		text += " (" + shown(c.Modified) + ")"
	}
	return text + "; neighbours: " + bracketed(c.Neighbours) + andMore(", ", c.More, "")
}

// title returns as much of a title as tells it from others.
func title(text string) string { return cli.Cut(shown(text), 100) }
