package memorytools

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/mcp"
	"github.com/agmem/agmem/internal/when"
)

// How many memories an answer lists.
const (
	defaultLimit = 10
	maxLimit     = 50 // as the schemas say
)

func (t tools) recall() mcp.Tool {
	return mcp.Tool{
		Name:        "recall",
		Title:       "Recall",
		Description: "Find what was learnt, decided or tried before: memories, cards, banks",
		Effect:      mcp.ReadsOnly,
		Schema: `{
			"type": "object",
			"properties": {
				"query": {"type": "string", "description": "A question or words"},
				"tags": {"type": "array", "items": {"type": "string"}, "description": "All of them"},
				"after": {"type": "string", "description": "Written since: 2027-01-31, 7d, last week"},
				"before": {"type": "string"},
				"limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10}
			},
			"required": ["query"]
		}`,
		Output: `{
			"type": "object",
			"properties": {
				"notice": {"type": "string"},
				"note": {"type": "string", "description": "What was left out, or that nothing matches well"},
				"results": {"type": "array", "items": {
					"type": "object",
					"properties": {
						"id": {"type": "string"},
						"digest": {"type": "string"},
						"passage": {"type": "string", "description": "What answers, where the digest does not say it"},
						"project": {"type": "string"},
						"score": {"type": "number", "description": "Relevance, 0 to 1"},
						"source": {"type": "string"},
						"size": {"type": "integer", "description": "Bytes that get shows"},
						"createdAt": {"type": "string"},
						"tags": {"type": "array", "items": {"type": "string"}}
					}
				}},
				"truncated": {"type": "object"},
				"errors": {"type": "array", "items": {"type": "object"}}
			},
			"required": ["results"]
		}`,
		Call: t.callRecall,
	}
}

// hit is a result of recall.
type hit struct {
	ID        string             `json:"id"`
	Digest    string             `json:"digest"`
	Passage   string             `json:"passage,omitempty"`
	Project   string             `json:"project,omitempty"` // the repository
	Score     float64            `json:"score"`
	Source    string             `json:"source"`
	Size      int64              `json:"size"`
	CreatedAt agmem.Instant      `json:"createdAt"`
	Tags      []string           `json:"tags,omitempty"`
	Also      []string           `json:"also,omitempty"`
	Corrected []agmem.Correction `json:"corrected,omitempty"`
}

func (t tools) callRecall(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	filter, err := t.filter(in)
	if err != nil {
		return mcp.Answer{}, err
	}
	limit := limitOf(in)
	query := agmem.Query{Text: in.Text("query"), Filter: filter, Limit: limit + 1} // one more than is shown tells that there are more
	if err := query.Validate(); err != nil {
		return mcp.Answer{}, err
	}
	return using(ctx, t.Services, func(ctx context.Context, lib *library.Library) (mcp.Answer, error) {
		var err error
		if query.Projects, err = lib.Finder.Projects(ctx, ""); err != nil {
			return mcp.Answer{}, err
		}
		found, failed := lib.Finder.Search(ctx, query)
		if len(found) == 0 && failed != nil {
			return mcp.Answer{}, failed
		}
		strict, err := lib.Finder.LeftOutByOperators(ctx, query, found)
		if failed == nil { // else it says the same again
			failed = err
		}
		shown, tail := lib.Finder.WithoutTail(query, found)
		return hits(shown, limit, recallNote(shown, tail, strict), failed)
	})
}

// recallNote says what is not among the hits that are shown, empty if that is
// nothing, and that none of them is a good match.
func recallNote(shown []agmem.Hit, tail library.Tail, byOperators int) string {
	var sentences []string
	if tail.Poor && len(shown) > 0 {
		sentences = append(sentences, fmt.Sprintf("No good match: the best result scores %v.", rounded(shown[0].Score)))
	} else if tail.Poor {
		sentences = append(sentences, "No good match.")
	}
	if tail.LeftOut > 0 {
		sentences = append(sentences, fmt.Sprintf("%d that score less than %v are left out.", tail.LeftOut, tail.Least))
	}
	if byOperators > 0 {
		sentences = append(sentences, fmt.Sprintf("The operators of the query leave out %d that have words of it: ask with the words alone to see them.", byOperators))
	}
	return strings.Join(sentences, " ")
}

func hits(found []agmem.Hit, limit int, note string, failed error) (mcp.Answer, error) {
	o := &mcp.Object{}
	if len(found) > 0 { // else nothing is recalled
		o = mcp.Recalling()
	}
	if note != "" {
		o.Member("note", note)
	}
	results := o.Series("results", "[]")
	for _, h := range found[:min(limit, len(found))] {
		results.Add("", hit{shown(h.ID, h.Short), h.Digest, beyondDigest(h), h.Repository, rounded(h.Score), h.Source, h.Size, h.CreatedAt,
			h.Tags, h.Also, h.Corrected}, nil)
	}
	results.End()
	if n := results.Shown(); n < len(found) {
		o.Member("truncated", mcp.Truncation{Shown: &n,
			Hint: fmt.Sprintf("more was found: a narrower query or tags, or a limit of up to %d", maxLimit)})
	}
	o.Failures(mcp.Flatten(failed), func(err error) any { return describe(err) })
	return o.Answer()
}

// rounded cuts a score to what an agent can use.
func rounded(score float64) float64 { return math.Round(score*100) / 100 }

// beyondDigest returns the passage that answers, where the digest does not have it.
func beyondDigest(h agmem.Hit) string {
	if h.Passage == nil || strings.Contains(h.Digest, strings.Trim(h.Passage.Text, "… ")) {
		return ""
	}
	return h.Passage.Text
}

func (t tools) filter(in mcp.Arguments) (agmem.Filter, error) {
	filter := agmem.Filter{Tags: in.Texts("tags")}
	var err error
	if in.Has("after") {
		if filter.After, err = when.After(in.Text("after"), t.Now()); err != nil {
			return filter, err
		}
	}
	if in.Has("before") {
		filter.Before, err = when.Before(in.Text("before"), t.Now())
	}
	return filter, err
}

func limitOf(in mcp.Arguments) int { return int(cmp.Or(in.Integer("limit"), defaultLimit)) }

// shown returns an id as it is shown: its short form, where there is one.
func shown(id, short string) string { return cmp.Or(short, id) }
