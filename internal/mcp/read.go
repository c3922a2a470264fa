package mcp

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/rawjson"
)

func readTool() tool {
	return tool{
		name:        "memory_read",
		title:       "Read memory",
		description: "Read from a memory bank",
		effect:      readsOnly,
		schema: `{
			"type": "object",
			"properties": {
				"bank": {"type": "string", "description": "Memory bank name"},
				"key": {"type": "string", "description": "Key to read (optional, reads all if omitted)"},
				"scope": {"type": "string", "enum": ["user", "project"]},
				"default": {"description": "Default value if key not found"}
			},
			"required": ["bank"]
		}`,
		call: read,
	}
}

func read(ctx context.Context, banks *library.Banks, in arguments) (answer, error) {
	switch {
	case in.has("key") && in.has("default"):
		entry, err := banks.Entries.ReadOr(ctx, in.bank(), in.text("key"), in["default"])
		if err != nil {
			return answer{}, err
		}
		return entryAnswer(entry)
	case in.has("key"):
		entry, err := banks.Entries.Read(ctx, in.bank(), in.text("key"))
		if err != nil {
			return answer{}, err
		}
		return entryAnswer(library.EntryOrDefault{Value: entry.Value, Metadata: entry.Metadata()})
	case in.has("default"):
		return answer{}, agmem.BankErrorf(agmem.BankUsage, "memory_read: default goes with a key").
			WithHint("name the key, or leave default out")
	}
	contents, err := banks.Entries.ReadAll(ctx, in.bank())
	if err != nil {
		return answer{}, err
	}
	return bankAnswer(contents)
}

// cutEntry stands for an entry whose value is left out.
type cutEntry struct {
	Metadata  agmem.EntryMetadata `json:"metadata"`
	Truncated truncation          `json:"truncated"`
}

func entryAnswer(entry library.EntryOrDefault) (answer, error) {
	if rawjson.CompactSize(entry.Value) <= maxAnswer {
		return objectOf(entry).answer()
	}
	return objectOf(cutEntry{entry.Metadata, leftOut(entry.Value)}).answer()
}

func bankAnswer(c library.BankContents) (answer, error) {
	o := &object{}
	o.member("bank", c.Bank)
	o.member("scope", c.Scope)
	entries := o.series("entries", "{}")
	for _, e := range c.Entries {
		if !entries.add(e.Key, e, func() any { return cutEntry{e.Metadata(), leftOut(e.Value)} }) {
			break
		}
	}
	entries.end()
	o.truncated(entries, len(c.Entries), "these are the first by key; memory_list with the bank names the keys, "+
		"memory_read with a key reads one, memory_query picks with a filter such as .entries | keys")
	return o.answer()
}
