package histories

import (
	"os"
	"path/filepath"
)

// Machine says where to look.
type Machine struct {
	// Home is the user's folder, and Dir the one in which the command runs; empty
	// for none.
	Home, Dir string
	// Getenv looks up an environment variable.
	Getenv func(string) string
}

// Group is files that belong together, such as the transcripts of one project.
type Group struct {
	// Path is the folder, or the file where there is one.
	Path   string
	Format Format
	Files  []File
}

// Find returns what can be imported on a machine: the instruction files above the
// folder and in the home, and the memory folders and transcripts of Claude Code and
// Codex.
func Find(m Machine) []Group {
	f := finder{seen: make(map[string]bool)}
	f.above(m.Dir, m.Home)
	if claude := m.folder("CLAUDE_CONFIG_DIR", ".claude"); claude != "" {
		f.file(filepath.Join(claude, "CLAUDE.md"))
		projects, _ := os.ReadDir(filepath.Join(claude, "projects")) // none is nothing to find
		for _, project := range projects {
			f.folder(filepath.Join(claude, "projects", project.Name(), "memory"))
			f.folder(filepath.Join(claude, "projects", project.Name()))
		}
	}
	if codex := m.folder("CODEX_HOME", ".codex"); codex != "" {
		f.file(filepath.Join(codex, "AGENTS.md"))
		f.folder(filepath.Join(codex, "sessions"))
	}
	if gemini := m.folder("", ".gemini"); gemini != "" {
		f.file(filepath.Join(gemini, "GEMINI.md"))
	}
	if graph := m.Getenv("MEMORY_FILE_PATH"); graph != "" {
		f.file(graph)
	}
	return f.groups
}

// folder returns the folder of a program: that of its variable, else the one in the
// home.
func (m Machine) folder(variable, name string) string {
	if variable != "" && m.Getenv(variable) != "" {
		return m.Getenv(variable)
	}
	if m.Home == "" {
		return ""
	}
	return filepath.Join(m.Home, name)
}

// finder collects groups; a file that two paths lead to counts once.
type finder struct {
	groups []Group
	seen   map[string]bool
}

// above looks into a folder and those above it, but not into the home or what is
// above that.
func (f *finder) above(dir, home string) {
	const most = 20
	for range most {
		if dir == "" || dir == home || filepath.Dir(dir) == dir {
			return
		}
		entries, _ := os.ReadDir(dir) // a folder that cannot be read has nothing to find
		for _, entry := range entries {
			if isInstructions(entry.Name()) && !leadsOut(dir, entry) {
				f.file(filepath.Join(dir, entry.Name()))
			}
		}
		dir = filepath.Dir(dir)
	}
}

// leadsOut says whether an entry of a folder is a link out of it. A repository can
// be of somebody else, and must not be able to choose what is read.
func leadsOut(dir string, entry os.DirEntry) bool {
	if entry.Type()&os.ModeSymlink == 0 {
		return false
	}
	below, err := filepath.Rel(Absolute(dir), Absolute(filepath.Join(dir, entry.Name())))
	return err != nil || !filepath.IsLocal(below)
}

func (f *finder) file(path string) {
	format, ok := Detect(path)
	if ok && f.isNew(path) {
		f.groups = append(f.groups, Group{path, format, []File{{path, format}}})
	}
}

// folder makes a group of each format in a folder.
func (f *finder) folder(path string) {
	at := make(map[Format]int)
	for _, file := range Files(path) {
		if !f.isNew(file.Path) {
			continue
		}
		i, known := at[file.Format]
		if !known {
			i = len(f.groups)
			at[file.Format] = i
			f.groups = append(f.groups, Group{Path: path, Format: file.Format})
		}
		f.groups[i].Files = append(f.groups[i].Files, file)
	}
}

func (f *finder) isNew(path string) bool {
	path = Absolute(path)
	if f.seen[path] {
		return false
	}
	f.seen[path] = true
	return true
}
