package library

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/agmem/agmem/internal/fence"
	"github.com/agmem/agmem/internal/tokens"
)

// maxField is how many characters the line above a block shows of each thing that
// others wrote.
const maxField = 120

// Markdown returns a pack as text for an agent: each item is a block of code that
// nothing in it can end, below a line that says where it is from. It is empty
// where the pack has no items.
func (p *ContextPack) Markdown() string {
	if len(p.Items) == 0 {
		return ""
	}
	texts := make([]string, len(p.Items))
	for i, item := range p.Items {
		texts[i] = item.Text
	}
	around := fence.Of(texts...)
	var b strings.Builder
	b.WriteString(p.Notice + "\n")
	for _, item := range p.Items {
		b.WriteString("\n" + item.head() + "\n" + fence.Block(item.Text, around))
		for _, o := range item.Against {
			fmt.Fprintf(&b, "against it (%s): %s\n", o.Kind, fence.Span(o.Text, 2*maxField))
		}
	}
	if rest := p.LeftOut.words(); rest != "" {
		b.WriteString("\n" + rest + "\n")
	}
	return b.String()
}

// InBytes returns the budget and the cost of a request for a pack whose Markdown has
// at most so many bytes, which is how hosts count.
func InBytes(most int) (budget int, cost func(*ContextPack) int) {
	budget = most / 3 // a token has three bytes or more
	return budget, func(p *ContextPack) int {
		text := p.Markdown()
		if len(text) > most {
			return budget + 1
		}
		return min(tokens.Estimate(text), budget)
	}
}

// head is the line above the block of an item.
func (i *ContextItem) head() string {
	parts := []string{fence.Line(cmp.Or(i.Short, i.Address), 2*maxField), string(i.Why), i.Age}
	add := func(name, value string) {
		if value != "" { // which must not look like another part
			parts = append(parts, name+strings.ReplaceAll(fence.Line(value, maxField), "|", "/"))
		}
	}
	add("project ", i.Project)
	add("by ", i.Author)
	if i.ExpiresAt != 0 {
		add("expires ", i.ExpiresAt.String())
	}
	add("also ", strings.Join(i.Also, ", "))
	if i.Cut {
		parts = append(parts, "only a part")
	}
	return "- " + strings.Join(parts, " | ")
}

// words says what is not in a pack, empty for nothing.
func (l ContextLeftOut) words() string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	add(l.Budget, "for the budget")
	add(l.Weak, "too weak")
	add(l.OtherProjects, "of other projects")
	if len(parts) == 0 {
		return ""
	}
	return "Left out: " + strings.Join(parts, ", ") + "."
}
