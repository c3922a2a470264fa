package memorytools

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/mcp"
	"github.com/agmem/agmem/internal/rawjson"
	"github.com/agmem/agmem/internal/tokens"
)

func (t tools) context() mcp.Tool {
	return mcp.Tool{
		Name:        "context",
		Title:       "Context for a task",
		Description: "What is worth knowing for a task, within a budget of tokens: what is pinned, what answers, and what speaks against it. Empty if nothing answers",
		Effect:      mcp.ReadsOnly,
		Schema: `{
			"type": "object",
			"properties": {
				"query": {"type": "string", "description": "The task; without it the newest of the project"},
				"budget": {"type": "integer", "minimum": 1, "maximum": 8000, "default": 1200}
			}
		}`,
		Output: `{
			"type": "object",
			"properties": {
				"notice": {"type": "string"},
				"items": {"type": "array", "items": {
					"type": "object",
					"properties": {
						"address": {"type": "string", "description": "An id for get"},
						"why": {"type": "string"},
						"score": {"type": "number"},
						"age": {"type": "string"},
						"project": {"type": "string"},
						"text": {"type": "string"},
						"against": {"type": "array", "items": {"type": "object"}}
					}
				}},
				"estimatedTokens": {"type": "integer"},
				"leftOut": {"type": "object"},
				"errors": {"type": "array", "items": {"type": "object"}}
			},
			"required": ["items"]
		}`,
		Call: t.callContext,
	}
}

func (t tools) callContext(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	budget := library.ContextBudget
	if in.Has("budget") {
		budget = int(in.Integer("budget"))
	}
	request := library.ContextRequest{
		Query: in.Text("query"), Budget: budget, MinScore: library.Relevant, Now: agmem.InstantOf(t.Now()),
		Cost: func(p *library.ContextPack) int {
			text, err := rawjson.Encode(p)
			if err != nil {
				return budget + 1 // what cannot be written does not fit
			}
			return tokens.Estimate(string(text))
		},
	}
	return using(ctx, t.Services, func(ctx context.Context, lib *library.Library) (mcp.Answer, error) {
		pack, failed := lib.Context.Pack(ctx, request)
		if len(pack.Items) == 0 && failed != nil {
			return mcp.Answer{}, failed
		}
		o := &mcp.Object{}
		if len(pack.Items) > 0 { // else nothing is recalled
			o = mcp.Recalling()
		}
		items := o.Series("items", "[]")
		for _, item := range pack.Items {
			item.Address, item.Score = shown(item.Address, item.Short), rounded(item.Score)
			items.Add("", item, nil)
		}
		items.End()
		o.Member("estimatedTokens", pack.EstimatedTokens)
		o.Member("leftOut", pack.LeftOut)
		o.Failures(mcp.Flatten(failed), func(err error) any { return describe(err) })
		return o.Answer()
	})
}
