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
	Claude       Format = "claude"        // a transcript of Claude Code
	Codex        Format = "codex"         // a transcript of Codex
	MCPMemory    Format = "mcp-memory"    // the file of the MCP reference memory server
	Engram       Format = "engram"        // engram export
	Mem0         Format = "mem0"          // what get_all of mem0 returns
	Deja         Format = "deja"          // deja sync export
)

// reader reads a file of one format into a page.
type reader func(ctx context.Context, p *page, from io.Reader) error

// format is what is known of a format.
type format struct {
	name Format
	read reader
	// begins says whether the first bytes of a file are of the format; nil where
	// its name decides.
	begins func(head []byte) bool
}

// formats returns the formats, those first that are told apart with more
// certainty.
func formats() []format {
	return []format{
		{Instructions, readInstructions, nil},
		{ClaudeMemory, readClaudeMemory, nil},
		{Claude, readClaude, beginsClaude},
		{Codex, readCodex, beginsCodex},
		{MCPMemory, readGraph, beginsGraph},
		{Engram, readEngram, beginsEngram},
		{Mem0, readMem0, beginsMem0},
		{Deja, readDeja, beginsDeja},
	}
}

func readerOf(name Format) (reader, bool) {
	for _, f := range formats() {
		if f.name == name {
			return f.read, true
		}
	}
	return nil, false
}

// Names returns the names of all formats.
func Names() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, string(f.name))
	}
	return names
}
