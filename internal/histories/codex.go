package histories

import (
	"context"
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// codexRecord is a line of a transcript of Codex.
type codexRecord struct {
	Timestamp string          `json:"timestamp"`
	Type      string          `json:"type"` // session_meta, response_item, turn_context, event_msg, …
	Payload   json.RawMessage `json:"payload"`
}

// codexMeta is the payload of session_meta, the first line.
type codexMeta struct {
	ID        string `json:"id"`
	SessionID string `json:"session_id"`
	Cwd       string `json:"cwd"`
	Git       struct {
		Branch string `json:"branch"`
	} `json:"git"`
}

// codexItem is the payload of response_item.
type codexItem struct {
	Type    string `json:"type"` // message, function_call, function_call_output, …
	Role    string `json:"role"`
	Content []struct {
		Text string `json:"text"`
	} `json:"content"`
	Name      string          `json:"name"`
	Arguments string          `json:"arguments"`
	CallID    string          `json:"call_id"`
	Output    json.RawMessage `json:"output"` // a text, or an object with one
}

// readCodex reads a transcript of Codex, ~/.codex/sessions/**/rollout-*.jsonl.
// Those of early versions have the items without the record around them.
func readCodex(ctx context.Context, p *page, from io.Reader) error {
	m := newMiner(p, "codex")
	return p.eachLine(ctx, from, func(line []byte) {
		var r codexRecord
		if !p.decode(line, &r) {
			return
		}
		if r.Timestamp != "" {
			m.at = p.instant(r.Timestamp)
		}
		switch r.Type {
		case "session_meta", "":
			m.codexMeta(r.Payload, line)
		case "response_item":
			m.codexItem(r.Payload)
		case "message", "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output":
			m.codexItem(line)
		}
	})
}

// codexMeta reads who worked where, which in early versions is the line itself.
func (m *miner) codexMeta(payload, line json.RawMessage) {
	if len(payload) == 0 {
		payload = line
	}
	var meta codexMeta
	if !m.p.decode(payload, &meta) {
		return
	}
	if m.session == "" {
		m.session = meta.ID
	}
	if m.session == "" {
		m.session = meta.SessionID
	}
	if meta.Git.Branch != "" {
		m.branch = meta.Git.Branch
	}
	if m.p.Folder == "" {
		m.p.Folder = meta.Cwd
	}
}

func (m *miner) codexItem(payload json.RawMessage) {
	var item codexItem
	if !m.p.decode(payload, &item) {
		return
	}
	switch item.Type {
	case "message", "":
		for _, part := range item.Content {
			switch item.Role {
			case "user":
				m.user(part.Text)
			case "assistant":
				m.agent(part.Text)
			}
		}
	case "function_call", "custom_tool_call":
		m.call(item.CallID, item.Name, codexCommand(item.Arguments))
	case "function_call_output", "custom_tool_call_output":
		failed, text := codexOutput(item.Output)
		m.result(item.CallID, failed, func() string { return text })
	}
}

// codexCommand returns the command line of a call: the last word of what is run by
// a shell, or the words.
func codexCommand(arguments string) string {
	var call struct {
		Command json.RawMessage `json:"command"`
		Cmd     string          `json:"cmd"`
	}
	if json.Unmarshal([]byte(arguments), &call) != nil {
		return ""
	}
	var words []string
	var line string
	switch {
	case call.Cmd != "":
		return call.Cmd
	case json.Unmarshal(call.Command, &line) == nil:
		return line
	case json.Unmarshal(call.Command, &words) != nil || len(words) == 0:
		return ""
	case len(words) == 3 && strings.HasPrefix(words[1], "-") && strings.HasSuffix(words[1], "c"):
		return words[2]
	}
	return strings.Join(words, " ")
}

// codexOutput tells a failure by the exit code: in JSON around the output, or in
// the lines above it.
func codexOutput(raw json.RawMessage) (failed bool, text string) {
	var wrapped struct {
		Output   string `json:"output"`
		Content  string `json:"content"`
		Metadata struct {
			ExitCode int `json:"exit_code"`
		} `json:"metadata"`
	}
	if json.Unmarshal(raw, &text) != nil {
		if json.Unmarshal(raw, &wrapped) != nil {
			return false, ""
		}
		text = wrapped.Output + wrapped.Content
	}
	if json.Unmarshal([]byte(text), &wrapped) == nil && strings.HasPrefix(text, "{") {
		text = wrapped.Output
	}
	if wrapped.Metadata.ExitCode != 0 {
		return true, text
	}
	head, body, found := strings.Cut(text, "Output:\n")
	if !found {
		return false, text
	}
	for line := range strings.Lines(head) {
		for _, label := range []string{"Exit code: ", "Process exited with code "} {
			if code, ok := strings.CutPrefix(strings.TrimSpace(line), label); ok {
				n, err := strconv.Atoi(code)
				return err == nil && n != 0, body
			}
		}
	}
	return false, body
}
