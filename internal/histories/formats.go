package histories

import (
	"context"
	"io"
)

// Format names a kind of file.
type Format string

// The formats that can be read.
const (
	Instructions Format = "instructions"  // CLAUDE.md, AGENTS.md, GEMINI.md, MEMORY.md
	ClaudeMemory Format = "claude-memory" // a file of ~/.claude/projects/*/memory
)

// reader reads a file of one format into a page.
type reader func(ctx context.Context, p *page, from io.Reader) error

func readerOf(f Format) (reader, bool) {
	switch f {
	case Instructions:
		return readInstructions, true
	case ClaudeMemory:
		return readClaudeMemory, true
	}
	return nil, false
}

// Names returns the names of all formats.
func Names() []string {
	return []string{string(Instructions), string(ClaudeMemory)}
}
