package memorytools

import (
	"context"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/mcp"
	"github.com/agmem/agmem/internal/when"
)

func (t tools) revise() mcp.Tool {
	return mcp.Tool{
		Name:        "revise",
		Title:       "Revise a memory",
		Description: "Change fields of a memory; the others stay",
		Effect:      mcp.Replaces,
		Schema: `{
			"type": "object",
			"properties": {
				"id": {"type": "string"},
				"content": {"type": "string"},
				"digest": {"type": "string"},
				"tags": {"type": "array", "items": {"type": "string"}, "description": "Replaces all tags"},
				"add_tags": {"type": "array", "items": {"type": "string"}},
				"remove_tags": {"type": "array", "items": {"type": "string"}},
				"expires": {"type": "string", "description": "Date, span or never"}
			},
			"required": ["id"]
		}`,
		Output: `{
			"type": "object",
			"properties": {
				"id": {"type": "string"},
				"updatedAt": {"type": "string"},
				"expiresAt": {"type": "string"}
			},
			"required": ["id", "updatedAt"]
		}`,
		Call: t.callRevise,
	}
}

// revised is the answer of revise.
type revised struct {
	ID        string        `json:"id"`
	UpdatedAt agmem.Instant `json:"updatedAt"`
	ExpiresAt agmem.Instant `json:"expiresAt,omitzero"`
}

func (t tools) callRevise(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	patch, err := t.patch(in)
	if err != nil {
		return mcp.Answer{}, err
	}
	if err := patch.Validate(); err != nil {
		return mcp.Answer{}, err
	}
	if patch.Origin, err = t.Origin(mcp.ClientOf(ctx)); err != nil {
		return mcp.Answer{}, err
	}
	return using(ctx, t.Services, func(ctx context.Context, lib *library.Library) (mcp.Answer, error) {
		m, err := lib.Memories.Update(ctx, in.Text("id"), patch)
		if err != nil {
			return mcp.Answer{}, err
		}
		return mcp.ObjectOf(revised{shown(m.ID, m.Short), m.UpdatedAt, m.ExpiresAt}).Answer()
	})
}

func (t tools) patch(in mcp.Arguments) (agmem.Patch, error) {
	patch := agmem.Patch{AddTags: in.Texts("add_tags"), RemoveTags: in.Texts("remove_tags")}
	if in.Has("content") {
		text := in.Text("content")
		patch.Content = &text
	}
	if in.Has("digest") {
		text := in.Text("digest")
		patch.Digest = &text
	}
	if in.Has("tags") {
		tags := in.Texts("tags")
		patch.Tags = &tags
	}
	if in.Has("expires") {
		at, err := when.ExpiryOrNever(in.Text("expires"), t.Now())
		if err != nil {
			return patch, err
		}
		patch.ExpiresAt = &at
	}
	return patch, nil
}
