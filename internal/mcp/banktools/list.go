package banktools

import (
	"context"

	"github.com/agmem/agmem/internal/mcp"
)

func (t tools) list() mcp.Tool {
	return mcp.Tool{
		Name:        "memory_list",
		Title:       "List memory",
		Description: "List memory banks or keys",
		Effect:      mcp.ReadsOnly,
		Schema: `{
			"type": "object",
			"properties": {
				"bank": {"type": "string", "description": "Bank to list keys from (omit to list banks)"},
				"scope": {"type": "string", "enum": ["user", "project", "all"]}
			}
		}`,
		Call: t.callList,
	}
}

func (t tools) callList(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	if in.Has("bank") {
		return t.listKeys(ctx, in)
	}
	infos, err := t.room.Finder.List(ctx, scopeOf(in), false)
	errs, err := partial(err)
	if err != nil {
		return mcp.Answer{}, err
	}
	o := &mcp.Object{}
	found := o.Series("banks", "[]")
	for _, info := range infos {
		found.Add("", info, nil)
	}
	found.End()
	o.Truncated(found, len(infos), "these are the first by name; memory_search finds keys in every bank, a scope lists fewer banks")
	addFailures(o, errs)
	return o.Answer()
}

func (t tools) listKeys(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	keys, err := t.room.Finder.Keys(ctx, bankOf(in), false)
	if err != nil {
		return mcp.Answer{}, err
	}
	o := &mcp.Object{}
	o.Member("bank", in.Text("bank"))
	found := o.Series("keys", "[]")
	for _, key := range keys {
		found.Add("", key, nil)
	}
	found.End()
	o.Truncated(found, len(keys), "these are the first; memory_search finds keys by a pattern, "+
		"memory_query of the bank with a filter such as .entries | keys | .[500:1000] lists the rest")
	return o.Answer()
}
