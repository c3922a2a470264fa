package agmemcli

import (
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
)

// answering returns the text that stands for a hit where tokens count: its digest
// and its passage, unless the digest has the passage. A digest that is cut is only
// the beginning of something, so the passage takes its place.
func answering(h agmem.Hit) string {
	switch {
	case h.Passage == nil || placeIn(h.Digest, h.Passage) >= 0:
		return h.Digest
	case strings.HasSuffix(h.Digest, ellipsis):
		return h.Passage.Text
	}
	return h.Digest + ": " + h.Passage.Text
}

const ellipsis = "…"

// placeIn returns where a text on one line has a passage, in characters, -1 if
// nowhere.
func placeIn(text string, p *agmem.Passage) int {
	line := oneLine(text)
	bare := strings.Trim(p.Text, ellipsis)
	before, _, found := strings.Cut(line, bare)
	if !found {
		return -1
	}
	cut := len(p.Text) - len(strings.TrimLeft(p.Text, ellipsis))
	return len([]rune(before)) - len([]rune(p.Text[:cut]))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// markedIn returns the marks of a passage in a text that has it, nil if it does
// not.
func markedIn(text string, p *agmem.Passage) []agmem.Mark {
	if p == nil {
		return nil
	}
	place := placeIn(text, p)
	if place < 0 {
		return nil
	}
	marks := slices.Clone(p.Marks)
	for i := range marks {
		marks[i].Start += place
	}
	return marks
}

// writePassage writes a passage below its hit, on a terminal in lines that fit.
func writePassage(p *cli.Page, passage *agmem.Passage) {
	const indent = "    "
	runes := []rune(passage.Text)
	for from := 0; from < len(runes); {
		to := len(runes)
		if p.Columns > 0 {
			to = from + lineOf(runes[from:], max(p.Columns-len(indent), 10))
		}
		p.Linef("%s%s", indent, paintMarks(p, string(runes[from:to]), within(passage.Marks, from, to), cli.Dim))
		for from = to; from < len(runes) && runes[from] == ' '; {
			from++
		}
	}
}

// lineOf returns how many of some characters fit on a line, up to a blank where
// there is one, at least one.
func lineOf(runes []rune, columns int) int {
	used, blank := 0, 0
	for i, r := range runes {
		if used += cli.Width(cli.Visible(string(r))); used > columns {
			if blank > 0 {
				return blank
			}
			return max(i, 1)
		}
		if r == ' ' {
			blank = i
		}
	}
	return len(runes)
}

// within returns the parts of marks that are in a stretch of their text, counted
// from its beginning.
func within(marks []agmem.Mark, from, to int) []agmem.Mark {
	var inside []agmem.Mark
	for _, m := range marks {
		start, end := max(m.Start, from), min(m.Start+m.Length, to)
		if start < end {
			inside = append(inside, agmem.Mark{Start: start - from, Length: end - start})
		}
	}
	return inside
}

// paintMarks returns a text with the marked words in a strong style, the others
// in another one or none.
func paintMarks(p *cli.Page, text string, marks []agmem.Mark, others cli.Style) string {
	paint := func(part string) string {
		if others == "" {
			return part
		}
		return p.Paint(others, part)
	}
	runes := []rune(text)
	var b strings.Builder
	at := 0
	for _, m := range marks {
		b.WriteString(paint(string(runes[at:m.Start])))
		b.WriteString(p.Paint(cli.Strong, string(runes[m.Start:m.Start+m.Length])))
		at = m.Start + m.Length
	}
	b.WriteString(paint(string(runes[at:])))
	return b.String()
}
