package memorytools

import (
	"context"
	"strconv"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/mcp"
)

func (t tools) list() mcp.Tool {
	return mcp.Tool{
		Name:        "list",
		Title:       "List memories",
		Description: "Browse memories without a question, newest first",
		Effect:      mcp.ReadsOnly,
		Schema: `{
			"type": "object",
			"properties": {
				"tags": {"type": "array", "items": {"type": "string"}, "description": "All of them"},
				"after": {"type": "string"},
				"before": {"type": "string"},
				"sort": {"type": "string", "enum": ["time", "access"]},
				"source": {"type": "string", "description": "local (default), cards, banks or ledger"},
				"limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10},
				"cursor": {"type": "string", "description": "From the page before"}
			}
		}`,
		Output: `{
			"type": "object",
			"properties": {
				"notice": {"type": "string"},
				"memories": {"type": "array", "items": {
					"type": "object",
					"properties": {
						"id": {"type": "string"},
						"digest": {"type": "string"},
						"size": {"type": "integer"},
						"createdAt": {"type": "string"},
						"accessCount": {"type": "integer"},
						"tags": {"type": "array", "items": {"type": "string"}}
					}
				}},
				"total": {"type": "integer", "description": "Where nothing narrows the list"},
				"cursor": {"type": "string", "description": "Of the next page"},
				"errors": {"type": "array", "items": {"type": "object"}}
			},
			"required": ["memories"]
		}`,
		Call: t.callList,
	}
}

// summary is a memory as list shows it.
type summary struct {
	ID          string        `json:"id"`
	Digest      string        `json:"digest"`
	Size        int64         `json:"size"`
	CreatedAt   agmem.Instant `json:"createdAt"`
	AccessCount int64         `json:"accessCount"`
	Tags        []string      `json:"tags,omitempty"`
}

func (t tools) callList(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	filter, err := t.filter(in)
	if err != nil {
		return mcp.Answer{}, err
	}
	offset, err := offsetOf(in.Text("cursor"))
	if err != nil {
		return mcp.Answer{}, err
	}
	listing := agmem.Listing{Filter: filter, Sort: agmem.Sort(in.Text("sort")), Limit: limitOf(in) + 1, Offset: offset}
	return using(ctx, t.Services, func(ctx context.Context, lib *library.Library) (mcp.Answer, error) {
		list := lib.Finder.List
		if in.Has("source") {
			list = func(ctx context.Context, listing agmem.Listing) ([]agmem.Summary, error) {
				return lib.Finder.ListSource(ctx, in.Text("source"), listing)
			}
		}
		page, failed := list(ctx, listing)
		if len(page) == 0 && failed != nil {
			return mcp.Answer{}, failed
		}
		var total *int64
		if !in.Has("source") && !in.Has("tags") && !in.Has("after") && !in.Has("before") {
			overview, err := lib.Finder.Stats(ctx)
			if err != nil {
				return mcp.Answer{}, err
			}
			total = &overview.Stats.TotalMemories
		}
		return summaries(page, listing, total, failed)
	})
}

func summaries(page []agmem.Summary, listing agmem.Listing, total *int64, failed error) (mcp.Answer, error) {
	o := &mcp.Object{}
	if len(page) > 0 {
		o = mcp.Recalling()
	}
	memories := o.Series("memories", "[]")
	for _, m := range page[:min(listing.Limit-1, len(page))] {
		memories.Add("", summary{shown(m.ID, m.Short), m.Digest, m.Size, m.CreatedAt, m.AccessCount, m.Tags}, nil)
	}
	memories.End()
	if total != nil {
		o.Member("total", *total)
	}
	if n := memories.Shown(); n < len(page) {
		o.Member("cursor", cursorOf(listing.Offset+n))
	}
	o.Failures(mcp.Flatten(failed), func(err error) any { return describe(err) })
	return o.Answer()
}

// cursorOf returns the cursor of the page that begins behind so many.
func cursorOf(offset int) string { return strconv.Itoa(offset) }

// offsetOf returns how many come before the page of a cursor; none for an empty
// one. One that no answer had is Usage.
func offsetOf(cursor string) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(cursor)
	if err != nil || n < 1 {
		return 0, agmem.Errorf(agmem.Usage, "%.100q is not a cursor of an earlier answer", cursor).
			WithHint("leave it out for the first page")
	}
	return n, nil
}
