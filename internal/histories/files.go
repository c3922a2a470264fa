package histories

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// File is a file that can be read, and its format.
type File struct {
	Path   string
	Format Format
}

// Files returns what can be read at a path: the file itself, or the files of a
// folder that belong to agents, such as their transcripts and memory folders. A
// folder of ordinary Markdown has none.
func Files(path string) []File {
	if format, ok := Detect(path); ok {
		return []File{{path, format}}
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return nil
	}
	var all []File
	// What cannot be looked at is not there: Find and an import name what they read.
	_ = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || entry.IsDir() && name != path && strings.HasPrefix(entry.Name(), "."):
			return skip(entry)
		case entry.IsDir() && entry.Name() == "subagents": // what an agent said to its helpers
			return fs.SkipDir
		case entry.IsDir() || !belongsToAgent(name):
			return nil
		}
		if format, ok := Detect(name); ok {
			all = append(all, File{name, format})
		}
		return nil
	})
	return all
}

func skip(entry fs.DirEntry) error {
	if entry != nil && entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// belongsToAgent says whether a file of a folder may be one that agents wrote for
// themselves. Instruction files are Markdown of their project: they are taken when
// they are named.
func belongsToAgent(name string) bool {
	return strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".md") && inClaudeMemory(name)
}
