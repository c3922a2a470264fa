package memorytools

import (
	"context"
	"net/url"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/mcp"
)

// Connectors of chat programs find search and fetch by their names and read one
// JSON object from the text. So there is no fence around it, and the notice is a
// member of the object.

func (t tools) search() mcp.Tool {
	return mcp.Tool{
		Name:        "search",
		Title:       "Search memory",
		Description: "Search memories, cards and banks",
		Effect:      mcp.ReadsOnly,
		Schema:      `{"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}`,
		Output: `{"type": "object", "properties": {"notice": {"type": "string"}, "results": {"type": "array", "items": {"type": "object",
			"properties": {"id": {"type": "string"}, "title": {"type": "string"}, "url": {"type": "string"}}}}}, "required": ["results"]}`,
		Call: t.callSearch,
	}
}

// found is a result of search.
type found struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"`
}

func (t tools) callSearch(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	return using(ctx, t.Services, func(ctx context.Context, lib *library.Library) (mcp.Answer, error) {
		hits, failed := lib.Finder.Search(ctx, agmem.Query{Text: in.Text("query"), Limit: defaultLimit})
		if len(hits) == 0 && failed != nil {
			return mcp.Answer{}, failed
		}
		o := &mcp.Object{}
		o.Member("notice", mcp.Notice)
		results := o.Series("results", "[]")
		for _, h := range hits {
			results.Add("", found{shown(h.ID, h.Short), h.Digest, urlOf(shown(h.ID, h.Short))}, nil)
		}
		results.End()
		o.Failures(mcp.Flatten(failed), func(err error) any { return describe(err) })
		return o.Answer()
	})
}

func (t tools) fetch() mcp.Tool {
	return mcp.Tool{
		Name:        "fetch",
		Title:       "Fetch a memory",
		Description: "Read what search found by its id",
		Effect:      mcp.ReadsOnly,
		Schema:      `{"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}`,
		Output: `{"type": "object", "properties": {"id": {"type": "string"}, "title": {"type": "string"}, "text": {"type": "string"},
			"url": {"type": "string"}, "metadata": {"type": "object"}}, "required": ["id", "title", "text", "url"]}`,
		Call: t.callFetch,
	}
}

// document is the answer of fetch.
type document struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Text     string   `json:"text"`
	URL      string   `json:"url"`
	Metadata metadata `json:"metadata"`
}

type metadata struct {
	Notice    string        `json:"notice"`
	CreatedAt agmem.Instant `json:"createdAt"`
	Tags      []string      `json:"tags,omitempty"`
	Origin    agmem.Origin  `json:"origin,omitzero"`
	Truncated bool          `json:"truncated,omitempty"`
}

func (t tools) callFetch(ctx context.Context, in mcp.Arguments) (mcp.Answer, error) {
	return using(ctx, t.Services, func(ctx context.Context, lib *library.Library) (mcp.Answer, error) {
		memories, err := lib.Memories.Get(ctx, []string{in.Text("id")})
		if err != nil {
			return mcp.Answer{}, err
		}
		m := memories[0]
		id := shown(m.ID, m.Short)
		if size(m.Tags) > minShown {
			m.Tags = nil
		}
		d := document{ID: id, Title: m.Digest[:fitting(m.Digest, minShown)], URL: urlOf(id),
			Metadata: metadata{Notice: mcp.Notice, CreatedAt: m.CreatedAt, Tags: m.Tags, Origin: m.Origin}}
		d.Text = m.Content[:fitting(m.Content, mcp.MaxAnswer-size(d))]
		d.Metadata.Truncated = len(d.Text) < len(m.Content)
		return mcp.ObjectOf(d).Answer()
	})
}

// scheme is that of the URIs of what is stored: memory://SOURCE/ID.
const scheme = "memory://"

// urlOf returns the URI of an address.
func urlOf(address string) string {
	source, id, named := strings.Cut(address, ":")
	if !named {
		source, id = "local", address
	}
	return scheme + source + "/" + (&url.URL{Path: id}).EscapedPath()
}
