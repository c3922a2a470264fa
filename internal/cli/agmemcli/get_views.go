package agmemcli

import (
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
)

// contents is the result of get: only what was asked for, to save tokens.
type contents struct {
	memories []agmem.Memory
	several  bool // more than one was asked for
}

// content is the JSON form of a memory without --full.
type content struct {
	ID      string `json:"id"`
	Content string `json:"content"`
}

func (v contents) JSON() any {
	list := make([]content, len(v.memories))
	for i, m := range v.memories {
		list[i] = content{m.ID, m.Content}
	}
	return list
}

func (v contents) TOON() any {
	rows := make([]toon.Object, len(v.memories))
	for i, m := range v.memories {
		rows[i] = toon.Object{{Key: "id", Value: m.ID}, {Key: "content", Value: m.Content}}
	}
	return oneOrTable(rows, v.several)
}

func (v contents) Human(p *cli.Page) {
	for i, m := range v.memories {
		if i > 0 {
			p.Linef("")
		}
		p.Linef("%s\n%s", p.Paint(cli.Yellow, m.ID), cli.Visible(m.Content))
	}
}

func oneOrTable(rows []toon.Object, several bool) toon.Object {
	if len(rows) == 1 && !several {
		return rows[0]
	}
	return table("memories", rows)
}

// fullMemories is the result of get --full.
type fullMemories struct {
	memories []agmem.Memory
	several  bool
}

func (v fullMemories) JSON() any { return v.memories }

// TOON leaves out what no memory of the result has. A single memory keeps its
// tags as a list; in a table they share a cell.
func (v fullMemories) TOON() any {
	var optional fieldSet
	for _, m := range v.memories {
		for i, f := range optionalFields(m) {
			optional[i] = optional[i] || f.Value != ""
		}
	}
	rows := make([]toon.Object, len(v.memories))
	for i, m := range v.memories {
		var tags any = m.Tags
		if v.several {
			tags = joinTags(m.Tags)
		}
		rows[i] = toon.Object{
			{Key: "id", Value: m.ID},
			{Key: "hash", Value: m.Hash},
			{Key: "digest", Value: m.Digest},
			{Key: "tags", Value: tags},
			{Key: "createdAt", Value: m.CreatedAt.String()},
			{Key: "updatedAt", Value: m.UpdatedAt.String()},
			{Key: "accessCount", Value: m.AccessCount},
		}
		for k, f := range optionalFields(m) {
			if optional[k] {
				rows[i] = append(rows[i], f)
			}
		}
		rows[i] = append(rows[i], toon.Field{Key: "content", Value: m.Content})
	}
	return oneOrTable(rows, v.several)
}

// fieldSet says which of the optional fields are shown.
type fieldSet [9]bool

func optionalFields(m agmem.Memory) [len(fieldSet{})]toon.Field {
	expires := ""
	if m.ExpiresAt != 0 {
		expires = m.ExpiresAt.String()
	}
	o := m.Origin
	return [...]toon.Field{
		{Key: "expiresAt", Value: expires},
		{Key: "author", Value: o.Author},
		{Key: "session", Value: o.Session},
		{Key: "repository", Value: o.Repository},
		{Key: "branch", Value: o.Branch},
		{Key: "commit", Value: o.Commit},
		{Key: "host", Value: o.Host},
		{Key: "file", Value: o.File},
		{Key: "heading", Value: o.Heading},
	}
}

func (v fullMemories) Human(p *cli.Page) {
	for i, m := range v.memories {
		if i > 0 {
			p.Linef("")
		}
		p.Linef("%s", p.Paint(cli.Yellow, m.ID))
		field := func(name, value string) {
			if value != "" {
				p.Linef("%s %s", p.Paint(cli.Dim, cli.Pad(name+":", 11)), cli.Fold(value))
			}
		}
		field("digest", m.Digest)
		field("tags", strings.Join(m.Tags, ", "))
		field("created", p.Minute(m.CreatedAt.Time()))
		field("updated", p.Minute(m.UpdatedAt.Time()))
		if m.ExpiresAt != 0 {
			field("expires", p.Minute(m.ExpiresAt.Time()))
		}
		field("fetched", times(m.AccessCount))
		for i, f := range optionalFields(m) {
			if i > 0 { // the expiry is above, in local time
				field(f.Key, f.Value.(string))
			}
		}
		field("hash", m.Hash)
		p.Linef("\n%s", cli.Visible(m.Content))
	}
}
