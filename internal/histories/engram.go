package histories

import (
	"context"
	"io"
	"time"

	"github.com/agmem/agmem"
)

// engramExport is what engram export writes: sessions, what was observed in them,
// and the prompts, which are talk.
type engramExport struct {
	Sessions []struct {
		ID        string `json:"id"`
		Directory string `json:"directory"`
	} `json:"sessions"`
	Observations []engramObservation `json:"observations"`
	Prompts      []struct{}          `json:"prompts"`
}

type engramObservation struct {
	SessionID string `json:"session_id"`
	Type      string `json:"type"`
	Title     string `json:"title"`
	Content   string `json:"content"`
	Project   string `json:"project"`
	TopicKey  string `json:"topic_key"`
	CreatedAt string `json:"created_at"`
	DeletedAt string `json:"deleted_at"`
}

// readEngram reads an export of engram. A memory is an observation with its type
// and its project as tags.
func readEngram(ctx context.Context, p *page, from io.Reader) error {
	var export engramExport
	if err := p.document(ctx, from, &export); err != nil {
		return err
	}
	p.Left.count(talk, len(export.Prompts))
	for _, o := range export.Observations {
		if o.DeletedAt != "" {
			p.Left.add(forgotten)
			continue
		}
		heading := o.TopicKey
		if heading == "" {
			heading = o.Title
		}
		p.add(agmem.Memory{
			Content: o.Content, Digest: o.Title, Tags: []string{o.Type, o.Project}, CreatedAt: p.sqlInstant(o.CreatedAt),
			Origin: agmem.Origin{Session: o.SessionID, Heading: heading},
		})
	}
	return nil
}

func beginsEngram(head []byte) bool {
	// An export can be longer than what is looked at, and its observations come last.
	return keysOf(head, "sessions", "observations") || keysOf(head, "version", "exported_at", "sessions")
}

// sqlInstant reads a time as SQLite writes it, in UTC, or as RFC 3339.
func (p *page) sqlInstant(text string) agmem.Instant {
	if t, err := time.Parse(time.DateTime, text); err == nil {
		return p.instant(t.Format(time.RFC3339))
	}
	return p.instant(text)
}
