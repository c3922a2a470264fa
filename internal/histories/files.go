package histories

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// File is a file that can be read, and its format.
type File struct {
	Path   string
	Format Format
}

// Files returns what can be read at a path: the file itself, or the files of a
// folder that agents wrote for themselves, their transcripts and memory folders. A
// folder with other Markdown is one of Markdown, and has none, unless it is hidden.
func Files(path string) []File {
	if format, ok := Detect(path); ok {
		return []File{{path, format}}
	}
	all, hasMarkdown := walk(path)
	if hasMarkdown && !strings.Contains(Absolute(path), "/.") {
		return nil
	}
	return all
}

// FilesOf returns what is at a path, read as a format that the user has named: the
// file, or the files of a folder that have the format.
func FilesOf(path string, format Format) []File {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return []File{{path, format}}
	}
	all, _ := walk(path)
	return slices.DeleteFunc(all, func(f File) bool { return f.Format != format })
}

// walk returns the files of a folder that agents wrote for themselves, and whether
// there is other Markdown.
func walk(path string) (all []File, hasMarkdown bool) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return nil, false
	}
	// What cannot be looked at is not there: Find and an import name what they read.
	_ = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || entry.IsDir() && name != path && strings.HasPrefix(entry.Name(), "."):
			return skip(entry)
		case entry.IsDir() && entry.Name() == "subagents": // what an agent said to its helpers
			return fs.SkipDir
		case entry.IsDir() || strings.HasPrefix(entry.Name(), "."):
			return nil
		case !belongsToAgent(name):
			hasMarkdown = hasMarkdown || strings.EqualFold(filepath.Ext(name), ".md")
			return nil
		}
		if format, ok := Detect(name); ok {
			all = append(all, File{name, format})
		}
		return nil
	})
	return all, hasMarkdown
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
