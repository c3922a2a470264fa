package cards

import (
	"context"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards/wikilink"
)

// Finding is something that is wrong with cards.
type Finding struct {
	// Level is error if the finding hides or endangers a card, else warning.
	Level string `json:"level"`
	// Kind is unreadable, frontmatter, collision, broken_link or missing_fields.
	Kind    string   `json:"kind"`
	Cards   []string `json:"cards,omitempty"` // paths
	Message string   `json:"message"`
}

// The levels of a finding.
const (
	LevelError   = "error"
	LevelWarning = "warning"
)

// Doctor returns what is wrong with the cards, errors first.
func (c *Cards) Doctor(ctx context.Context) ([]Finding, error) {
	g, err := c.graph(ctx)
	if g == nil {
		return nil, err
	}
	findings := unreadable(err)
	findings = append(findings, g.collisions()...)
	for i, card := range g.cards {
		if len(g.missing[i]) > 0 {
			findings = append(findings, Finding{LevelWarning, "broken_link", []string{card.Path},
				card.Path + " has broken links: [[" + strings.Join(g.missing[i], "]], [[") + "]]"})
		}
		if len(card.Missing) > 0 {
			findings = append(findings, Finding{LevelWarning, "missing_fields", []string{card.Path},
				card.Path + " lacks " + strings.Join(card.Missing, ", ")})
		}
	}
	return findings, nil
}

// unreadable makes findings of the errors about single cards, which are joined.
func unreadable(err error) []Finding {
	findings := []Finding{}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			findings = append(findings, unreadable(e)...)
		}
		return findings
	}
	switch {
	case err == nil:
	case agmem.KindOf(err) == agmem.Invalid:
		findings = append(findings, Finding{Level: LevelError, Kind: "frontmatter", Message: err.Error()})
	default:
		findings = append(findings, Finding{Level: LevelError, Kind: "unreadable", Message: err.Error()})
	}
	return findings
}

// collisions finds cards whose slugs a reader cannot tell apart.
func (g *graph) collisions() []Finding {
	groups := make(map[string][]string)
	var order []string
	for _, c := range g.cards {
		slug := wikilink.Fold(c.Slug)
		if groups[slug] == nil {
			order = append(order, slug)
		}
		groups[slug] = append(groups[slug], c.Path)
	}
	var findings []Finding
	for _, slug := range order {
		if paths := groups[slug]; len(paths) > 1 {
			findings = append(findings, Finding{LevelError, "collision", paths,
				strings.Join(paths, ", ") + " have the same slug: name them by their paths, or rename one"})
		}
	}
	return findings
}
