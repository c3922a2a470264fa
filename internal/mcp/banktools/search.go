package banktools

import (
	"context"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/mcp"
)

func (t tools) search() mcp.Tool {
	return mcp.Tool{
		Name:        "memory_search",
		Title:       "Search memory",
		Description: "Search across memory banks",
		Effect:      mcp.ReadsOnly,
		Schema: `{
			"type": "object",
			"properties": {
				"pattern": {"type": "string", "description": "Search pattern (regex)"},
				"search_values": {"type": "boolean", "description": "Search in values too"},
				"scope": {"type": "string", "enum": ["user", "project", "all"]}
			},
			"required": ["pattern"]
		}`,
		Call: t.callSearch,
	}
}

// cutMatch replaces a match whose value is left out.
type cutMatch struct {
	Bank      string         `json:"bank"`
	Scope     banks.Scope    `json:"scope"`
	Key       string         `json:"key"`
	Truncated mcp.Truncation `json:"truncated"`
}

func (t tools) callSearch(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	o := &mcp.Object{}
	matches := o.Series("matches", "[]")
	total, err := t.room.Finder.Search(ctx, banks.SearchRequest{
		Pattern: in.Text("pattern"),
		Values:  in.Flag("search_values"),
		Scope:   scopeOf(in),
	}, func(m banks.Match) error {
		var brief func() any
		if m.Value != nil {
			brief = func() any { return cutMatch{m.Bank, m.Scope, m.Key, leftOut(m.Value)} }
		}
		matches.Add("", m, brief) // beyond what has room, only the number matters
		return nil
	})
	errs, err := partial(err)
	if err != nil {
		return mcp.Answer{}, err
	}
	matches.End()
	o.Member("total", total)
	o.Truncated(matches, total, "a narrower pattern or scope finds less, and without search_values more has room")
	addFailures(o, errs)
	return o.Answer()
}
