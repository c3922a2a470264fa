package histories

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
)

// claudeRecord is a line of a transcript of Claude Code: a message, or something
// that is not read, such as a snapshot of files.
type claudeRecord struct {
	Type             string `json:"type"`
	SessionID        string `json:"sessionId"`
	Timestamp        string `json:"timestamp"`
	Cwd              string `json:"cwd"`
	GitBranch        string `json:"gitBranch"`
	IsMeta           bool   `json:"isMeta"`
	IsSidechain      bool   `json:"isSidechain"`
	IsCompactSummary bool   `json:"isCompactSummary"`
	Message          struct {
		Content json.RawMessage `json:"content"` // a text, or blocks
	} `json:"message"`
}

// claudeBlock is a part of a message.
type claudeBlock struct {
	Type      string          `json:"type"` // text, tool_use, tool_result, …
	Text      string          `json:"text"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     toolInput       `json:"input"`
	ToolUseID string          `json:"tool_use_id"`
	Content   json.RawMessage `json:"content"` // of a result: a text, or blocks
	IsError   bool            `json:"is_error"`
}

// toolInput is what tells one call of a tool from another.
type toolInput struct {
	Command  string `json:"command"`
	FilePath string `json:"file_path"`
}

// UnmarshalJSON takes the fields that are texts, whatever else a tool is given.
func (t *toolInput) UnmarshalJSON(data []byte) error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) == nil {
		_ = json.Unmarshal(fields["command"], &t.Command) // not a text: not a command of a shell
		_ = json.Unmarshal(fields["file_path"], &t.FilePath)
	}
	return nil
}

// readClaude reads a transcript of Claude Code, ~/.claude/projects/*/SESSION.jsonl.
func readClaude(ctx context.Context, p *page, from io.Reader) error {
	m := newMiner(p, "claude-code")
	return p.eachLine(ctx, from, func(line []byte) {
		var r claudeRecord
		if !p.decode(line, &r) || r.Type != "user" && r.Type != "assistant" {
			return
		}
		if p.Folder == "" {
			p.Folder = r.Cwd
		}
		if r.IsMeta || r.IsSidechain || r.IsCompactSummary {
			return
		}
		m.session, m.branch, m.at = r.SessionID, r.GitBranch, p.instant(r.Timestamp)
		m.claudeMessage(r.Type == "user", r.Message.Content)
	})
}

func (m *miner) claudeMessage(byUser bool, content json.RawMessage) {
	for _, b := range claudeBlocks(content) {
		switch {
		case b.Type == "text" && byUser:
			m.user(b.Text)
		case b.Type == "text":
			m.agent(b.Text)
		case b.Type == "tool_use":
			m.call(b.ID, b.Name, b.Input.Command+b.Input.FilePath)
		case b.Type == "tool_result":
			m.result(b.ToolUseID, b.IsError, func() string { return claudeText(b.Content) })
		}
	}
}

// claudeBlocks returns the blocks of a content, a text as one.
func claudeBlocks(content json.RawMessage) []claudeBlock {
	if bytes.HasPrefix(content, []byte(`"`)) {
		var text string
		_ = json.Unmarshal(content, &text) // it is a text, or the line would not be JSON
		return []claudeBlock{{Type: "text", Text: text}}
	}
	var blocks []claudeBlock
	if json.Unmarshal(content, &blocks) != nil {
		return nil
	}
	return blocks
}

func claudeText(content json.RawMessage) string {
	var texts []string
	for _, b := range claudeBlocks(content) {
		texts = append(texts, b.Text)
	}
	return strings.Join(texts, "\n")
}
