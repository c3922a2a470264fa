package mcp

import (
	"context"

	"github.com/agmem/agmem/internal/library"
)

func listTool() tool {
	return tool{
		name:        "memory_list",
		title:       "List memory",
		description: "List memory banks or keys",
		effect:      readsOnly,
		schema: `{
			"type": "object",
			"properties": {
				"bank": {"type": "string", "description": "Bank to list keys from (omit to list banks)"},
				"scope": {"type": "string", "enum": ["user", "project", "all"]}
			}
		}`,
		call: list,
	}
}

func list(ctx context.Context, banks *library.Banks, in arguments) (answer, error) {
	if in.has("bank") {
		return listKeys(ctx, banks, in)
	}
	infos, err := banks.Finder.List(ctx, in.scope(), false)
	errs, err := partial(err)
	if err != nil {
		return answer{}, err
	}
	o := &object{}
	found := o.series("banks", "[]")
	for _, info := range infos {
		found.add("", info, nil)
	}
	found.end()
	o.truncated(found, len(infos), "these are the first by name; memory_search finds keys in every bank, a scope lists fewer banks")
	o.failures(errs)
	return o.answer()
}

func listKeys(ctx context.Context, banks *library.Banks, in arguments) (answer, error) {
	keys, err := banks.Finder.Keys(ctx, in.bank(), false)
	if err != nil {
		return answer{}, err
	}
	o := &object{}
	o.member("bank", in.text("bank"))
	found := o.series("keys", "[]")
	for _, key := range keys {
		found.add("", key, nil)
	}
	found.end()
	o.truncated(found, len(keys), "these are the first; memory_search finds keys by a pattern, "+
		"memory_query of the bank with a filter such as .entries | keys | .[500:1000] lists the rest")
	return o.answer()
}
