package banktools

import (
	"context"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/mcp"
	"github.com/agmem/agmem/internal/rawjson"
)

func (t tools) read() mcp.Tool {
	return mcp.Tool{
		Name:        "memory_read",
		Title:       "Read memory",
		Description: "Read from a memory bank",
		Effect:      mcp.ReadsOnly,
		Schema: `{
			"type": "object",
			"properties": {
				"bank": {"type": "string", "description": "Memory bank name"},
				"key": {"type": "string", "description": "Key to read (optional, reads all if omitted)"},
				"scope": {"type": "string", "enum": ["user", "project"]},
				"default": {"description": "Default value if key not found"}
			},
			"required": ["bank"]
		}`,
		Call: t.callRead,
	}
}

func (t tools) callRead(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	switch {
	case in.Has("key") && in.Has("default"):
		entry, err := t.room.Entries.ReadOr(ctx, bankOf(in), in.Text("key"), in["default"])
		if err != nil {
			return mcp.Answer{}, err
		}
		return entryAnswer(entry)
	case in.Has("key"):
		entry, err := t.room.Entries.Read(ctx, bankOf(in), in.Text("key"))
		if err != nil {
			return mcp.Answer{}, err
		}
		return entryAnswer(banks.EntryOrDefault{Value: entry.Value, Metadata: entry.Metadata()})
	case in.Has("default"):
		return mcp.Answer{}, banks.Errorf(banks.Usage, "memory_read: default goes with a key").
			WithHint("name the key, or leave default out")
	}
	contents, err := t.room.Entries.ReadAll(ctx, bankOf(in))
	if err != nil {
		return mcp.Answer{}, err
	}
	return bankAnswer(contents)
}

// cutEntry replaces an entry whose value is left out.
type cutEntry struct {
	Metadata  banks.Metadata `json:"metadata"`
	Truncated mcp.Truncation `json:"truncated"`
}

func entryAnswer(entry banks.EntryOrDefault) (mcp.Answer, error) {
	if rawjson.CompactSize(entry.Value) <= mcp.MaxAnswer {
		return mcp.ObjectOf(entry).Answer()
	}
	return mcp.ObjectOf(cutEntry{entry.Metadata, leftOut(entry.Value)}).Answer()
}

func bankAnswer(c banks.Contents) (mcp.Answer, error) {
	o := &mcp.Object{}
	o.Member("bank", c.Bank)
	o.Member("scope", c.Scope)
	entries := o.Series("entries", "{}")
	for _, e := range c.Entries {
		if !entries.Add(e.Key, e, func() any { return cutEntry{e.Metadata(), leftOut(e.Value)} }) {
			break
		}
	}
	entries.End()
	o.Truncated(entries, len(c.Entries), "these are the first by key; memory_list with the bank names the keys, "+
		"memory_read with a key reads one, memory_query picks with a filter such as .entries | keys")
	return o.Answer()
}
