package cards

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards/wikilink"
)

// Finding is something that is wrong with cards.
type Finding struct {
	// Level is error if the finding hides or endangers a card, else warning.
	Level string `json:"level"`
	// Kind is unreadable, frontmatter, collision, outside, broken_link or
	// missing_fields.
	Kind    string   `json:"kind"`
	Cards   []string `json:"cards,omitempty"` // paths
	Message string   `json:"message"`
	// More is how many findings of its kind follow that were left out.
	More int `json:"more,omitempty"`

	of sentence // that Message is
}

// The levels of a finding.
const (
	LevelError   = "error" // comes before the other in every order of texts
	LevelWarning = "warning"
)

// Doctor returns what is wrong with the cards, errors first, and removes what
// killed writers left behind.
func (c *Cards) Doctor(ctx context.Context) ([]Finding, error) {
	g, err := c.graph(ctx)
	if g == nil {
		return nil, err
	}
	c.Sweep()
	findings := unreadable(err)
	findings = append(findings, g.collisions()...)
	for i, card := range g.cards {
		if len(g.missing[i]) > 0 {
			links := make([]string, len(g.missing[i]))
			for n, target := range g.missing[i] {
				links[n] = "[[" + target + "]]"
			}
			findings = append(findings, warning("broken_link", card, "has broken links: ", links))
		}
		if len(card.Missing) > 0 {
			findings = append(findings, warning("missing_fields", card, "lacks ", card.Missing))
		}
	}
	slices.SortStableFunc(findings, func(a, b Finding) int { return cmp.Compare(a.Level, b.Level) })
	return findings, nil
}

func warning(kind string, c Card, problem string, of []string) Finding {
	return finding(LevelWarning, kind, []string{c.Path}, sentence{before: c.Path + " " + problem, list: of})
}

func finding(level, kind string, cards []string, of sentence) Finding {
	return Finding{Level: level, Kind: kind, Cards: cards, Message: of.with(len(of.list)), of: of}
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
	own, _ := errors.AsType[*agmem.Error](err)
	switch {
	case err == nil:
	case own != nil && own.Next.Action == agmem.ActionFollowLinks:
		findings = append(findings, finding(LevelWarning, "outside", nil, sentence{before: err.Error()}))
	case agmem.KindOf(err) == agmem.Invalid:
		findings = append(findings, finding(LevelError, "frontmatter", nil, sentence{before: err.Error()}))
	default:
		findings = append(findings, finding(LevelError, "unreadable", nil, sentence{before: err.Error()}))
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
			findings = append(findings, finding(LevelError, "collision", paths,
				sentence{list: paths, after: " have the same slug: name them by their paths, or rename one"}))
		}
	}
	return findings
}
