package main

import (
	"encoding/json"
	"strings"

	"github.com/agmem/agmem/internal/ledger"
	"github.com/agmem/agmem/internal/tokens"
)

// piece is the text of an event.
type piece struct {
	document, text string
	tokens         int
}

// cut returns the texts of a document that become events.
func (m *packMeasure) cut(d document) []piece {
	lines := []string{d.Text}
	if m.byLine {
		lines = strings.Split(d.Text, "\n")
	}
	var all []piece
	for _, line := range lines {
		if strings.TrimSpace(line) != "" {
			all = append(all, piece{d.ID, line, tokens.Estimate(line)})
		}
	}
	return all
}

func textsOf(pieces []piece) []string {
	texts := make([]string, len(pieces))
	for i, p := range pieces {
		texts[i] = p.text
	}
	return texts
}

// events are the messages of a document. Its session, or else itself, is their
// conversation.
func events(cut []piece, d document) ([]ledger.NewEvent, error) {
	at, err := writtenAt(d.Date)
	if err != nil {
		return nil, err
	}
	session := strings.Trim(string(d.Session), `"`)
	if session == "" {
		session = d.ID
	}
	metadata, err := json.Marshal(map[string]string{"session_id": session})
	if err != nil {
		return nil, err
	}
	news := make([]ledger.NewEvent, len(cut))
	for i, p := range cut {
		news[i] = ledger.NewEvent{Kind: ledger.UserMessage, Actor: ledger.ByUser, Content: p.text, Timestamp: at,
			Scope: chatScope(d.Group), Metadata: ledger.Metadata(metadata)}
	}
	return news, nil
}

func chatScope(group string) ledger.Scope { return ledger.Scope{Type: ledger.Project, ID: group} }
