package histories

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// headSize is how much of a file decides about its format.
const headSize = 64 << 10

// Detect tells the format of the file at path by its name and its first bytes, and
// false for one that is none of these: ordinary Markdown, an export of agmem, a
// pipe.
func Detect(path string) (Format, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	if strings.EqualFold(filepath.Ext(path), ".md") {
		switch {
		case inClaudeMemory(path):
			return ClaudeMemory, true
		case isInstructions(filepath.ToSlash(path)):
			return Instructions, true
		}
		return "", false
	}
	f, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer f.Close()
	head := make([]byte, headSize)
	n, _ := io.ReadFull(f, head)
	return formatOf(head[:n])
}

// formatOf tells the format of a file that is not Markdown by its first bytes.
func formatOf(head []byte) (Format, bool) {
	for _, f := range formats() {
		if f.begins != nil && f.begins(head) {
			return f.name, true
		}
	}
	return "", false
}

// hint is what the lines of a file of JSON Lines have that tells whose they are.
type hint struct {
	Type      string          `json:"type"`
	SessionID string          `json:"sessionId"`
	LeafUUID  string          `json:"leafUuid"`
	MessageID string          `json:"messageId"`
	Payload   json.RawMessage `json:"payload"`
	ID        json.RawMessage `json:"id"`
	Timestamp string          `json:"timestamp"`

	Harness     string `json:"harness"`
	DejaSession string `json:"session_id"`

	Instructions *string `json:"instructions"`
	Name         *string `json:"name"`
	EntityType   *string `json:"entityType"`
	From         *string `json:"from"`
	To           *string `json:"to"`
}

// anyLine says whether one of the first lines is what is looked for. A line that is
// cut off, or is not JSON, tells nothing.
func anyLine(head []byte, is func(hint) bool) bool {
	const looked = 20
	n := 0
	for line := range bytes.Lines(head) {
		if n++; n > looked {
			return false
		}
		var h hint
		if json.Unmarshal(line, &h) == nil && is(h) {
			return true
		}
	}
	return false
}

func beginsClaude(head []byte) bool {
	return anyLine(head, func(h hint) bool {
		switch h.Type {
		case "user", "assistant", "system":
			return h.SessionID != ""
		case "summary":
			return h.LeafUUID != ""
		case "file-history-snapshot":
			return h.MessageID != ""
		}
		return false
	})
}

func beginsCodex(head []byte) bool {
	if bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head[:min(len(head), 500)], []byte(`"session_meta"`)) {
		return true // its first line can be longer than what is looked at
	}
	return anyLine(head, func(h hint) bool {
		return h.Type == "response_item" && len(h.Payload) > 0 ||
			h.Type == "" && h.Instructions != nil && len(h.ID) > 0 && h.Timestamp != ""
	})
}

// inClaudeMemory says whether a path leads into a memory folder of Claude Code:
// .claude/projects/PROJECT/memory.
func inClaudeMemory(path string) bool {
	parts := strings.Split(Absolute(path), "/")
	for i := len(parts) - 2; i >= 2; i-- {
		if parts[i] == "memory" && parts[i-2] == "projects" {
			return true
		}
	}
	return false
}
