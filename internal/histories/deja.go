package histories

import (
	"context"
	"io"
	"strings"

	"github.com/agmem/agmem"
)

// dejaRecord is a line of what deja sync export writes: something that was said in
// a session of an agent, or a note, whose harness is deja.
type dejaRecord struct {
	Harness   string `json:"harness"`
	SessionID string `json:"session_id"`
	Project   string `json:"project"`
	Role      string `json:"role"` // user, assistant, tool, …
	Text      string `json:"text"`
	Time      string `json:"time"`
}

// readDeja reads an export of deja-vu. Notes are taken as they are, but those that
// were found to be wrong or old; of sessions what is worth it, as of any transcript.
func readDeja(ctx context.Context, p *page, from io.Reader) error {
	m := newMiner(p, "")
	return p.eachLine(ctx, from, func(line []byte) {
		var r dejaRecord
		if !p.decode(line, &r) {
			return
		}
		if r.SessionID != m.session {
			m = newMiner(p, r.Harness)
		}
		m.session, m.at = r.SessionID, p.instant(r.Time)
		switch {
		case r.Harness == "deja":
			p.dejaNote(r, m.at)
		case r.Role == "user":
			m.user(r.Text)
		case r.Role == "assistant":
			m.agent(r.Text)
		default:
			p.Left.add(talk)
		}
	})
}

// dejaNote takes a note. One that was promoted from a session begins with its
// state in brackets.
func (p *page) dejaNote(r dejaRecord, at agmem.Instant) {
	text := clean(r.Text)
	for _, state := range []string{"[rejected]", "[superseded]", "[stale]"} {
		if strings.HasPrefix(text, state) {
			p.Left.add(outdated)
			return
		}
	}
	p.add(agmem.Memory{
		Content: strings.TrimPrefix(text, "[accepted] "), Tags: []string{"note", r.Project}, CreatedAt: at,
		Origin: agmem.Origin{Session: r.SessionID, Heading: r.Project},
	})
}

func beginsDeja(head []byte) bool {
	return anyLine(head, func(h hint) bool { return h.Harness != "" && h.DejaSession != "" })
}
