package mcp

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
)

func searchTool() tool {
	return tool{
		name:        "memory_search",
		title:       "Search memory",
		description: "Search across memory banks",
		effect:      readsOnly,
		schema: `{
			"type": "object",
			"properties": {
				"pattern": {"type": "string", "description": "Search pattern (regex)"},
				"search_values": {"type": "boolean", "description": "Search in values too"},
				"scope": {"type": "string", "enum": ["user", "project", "all"]}
			},
			"required": ["pattern"]
		}`,
		call: search,
	}
}

// cutMatch stands for a match whose value is left out.
type cutMatch struct {
	Bank      string      `json:"bank"`
	Scope     agmem.Scope `json:"scope"`
	Key       string      `json:"key"`
	Truncated truncation  `json:"truncated"`
}

func search(ctx context.Context, banks *library.Banks, in arguments) (answer, error) {
	o := &object{}
	matches := o.series("matches", "[]")
	total, err := banks.Finder.Search(ctx, library.BankSearch{
		Pattern: in.text("pattern"),
		Values:  in.flag("search_values"),
		Scope:   in.scope(),
	}, func(m agmem.BankMatch) error {
		var brief func() any
		if m.Value != nil {
			brief = func() any { return cutMatch{m.Bank, m.Scope, m.Key, leftOut(m.Value)} }
		}
		matches.add("", m, brief) // beyond what has room, only the number matters
		return nil
	})
	errs, err := partial(err)
	if err != nil {
		return answer{}, err
	}
	matches.end()
	o.member("total", total)
	o.truncated(matches, total, "a narrower pattern or scope finds less, and without search_values more has room")
	o.failures(errs)
	return o.answer()
}
