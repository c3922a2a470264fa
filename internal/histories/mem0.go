package histories

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"

	"github.com/agmem/agmem"
)

// mem0Memory is a memory as mem0 gives it out.
type mem0Memory struct {
	Memory     string   `json:"memory"`
	Categories []string `json:"categories"`
	UserID     string   `json:"user_id"`
	CreatedAt  string   `json:"created_at"`
}

// readMem0 reads what get_all of mem0 returns, written to a file: an object with
// results, or the list of them.
func readMem0(ctx context.Context, p *page, from io.Reader) error {
	var text json.RawMessage
	if err := p.document(ctx, from, &text); err != nil {
		return err
	}
	var object struct {
		Results []mem0Memory `json:"results"`
	}
	var list []mem0Memory
	if json.Unmarshal(text, &list) != nil {
		if !p.decode(text, &object) {
			return nil
		}
		list = object.Results
	}
	for _, m := range list {
		p.add(agmem.Memory{
			Content: m.Memory, Tags: m.Categories, CreatedAt: p.instant(m.CreatedAt), Origin: agmem.Origin{Heading: m.UserID},
		})
	}
	return nil
}

func beginsMem0(head []byte) bool {
	head = bytes.TrimSpace(head)
	isList := bytes.HasPrefix(head, []byte("["))
	return (isList || keysOf(head, "results")) && strings.Contains(string(head), `"memory"`) && !strings.Contains(string(head), `"content":`)
}
