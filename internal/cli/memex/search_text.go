package memex

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cli"
)

// text returns the hits as paragraphs, or a line each.
func (o *searchOptions) text(a *app, hits []cards.Hit) string {
	if o.compact {
		list := make([]cards.Card, len(hits))
		for i, h := range hits {
			list[i] = h.Card
		}
		return listing(list)
	}
	label := a.matchLabel(hits)
	blocks := make([]string, len(hits))
	for i, h := range hits {
		blocks[i] = block(h, label)
	}
	return strings.Join(blocks, "\n")
}

// block returns one hit. Empty fields have no line.
func block(h cards.Hit, label func(line string) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n%s\n", shown(h.Name), shown(h.Title))
	if h.Summary != "" {
		fmt.Fprintln(&b, shown(h.Summary))
	}
	if h.Match != "" {
		fmt.Fprintf(&b, "> %s: %s\n", label(h.Match), shown(h.Match))
	}
	if h.Status != "" {
		fmt.Fprintf(&b, "Status: %s\n", shown(h.Status))
	}
	if len(h.Links) > 0 {
		few := h.Links[:min(defaultBound, len(h.Links))]
		fmt.Fprintf(&b, "Links: %s%s\n", bracketed(few), andMore(", ", len(h.Links)-len(few), ""))
	}
	return b.String()
}

// matchLabel returns what says of a line that it is the one that matches. The
// configuration is read only if there is such a line; one that cannot be
// read is a warning.
func (a *app) matchLabel(hits []cards.Hit) func(line string) string {
	custom := ""
	for _, h := range hits {
		if h.Match == "" {
			continue
		}
		var err error
		if custom, err = a.services.MatchLabel(); err != nil {
			a.Warn(err)
		}
		break
	}
	if custom = cli.Fold(custom); custom != "" {
		return func(string) string { return custom }
	}
	return languageLabel
}

// languageLabel is in the language of the line, as far as its script tells.
func languageLabel(line string) string {
	if strings.ContainsFunc(line, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return "匹配行"
	}
	return "match"
}
