package histories

import (
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
func formatOf([]byte) (Format, bool) { return "", false }

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
