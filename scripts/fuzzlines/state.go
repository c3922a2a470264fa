//go:build linux || darwin

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// The folders that a state has, and in which lines run.
const (
	homeFolder    = "home"
	projectFolder = "project"
	cloneFolder   = "clone"  // a repository of a stranger, full of traps
	clone2Folder  = "clone2" // another one, with links instead of folders
	heavyFolder   = "heavy"  // banks and cards of great size
	filesFolder   = "files"
	oddFolder     = "odd" // what is not a regular file
	tempFolder    = "tmp"
)

var folders = sync.OnceValue(func() words {
	return words{homeFolder, projectFolder, projectFolder, projectFolder, projectFolder + "/sub", cloneFolder, cloneFolder, clone2Folder, filesFolder, oddFolder,
		projectFolder, homeFolder, projectFolder, homeFolder, projectFolder + "/sub", cloneFolder, projectFolder, homeFolder, heavyFolder}
})

// files are what lines name where a file is asked for.
var files = sync.OnceValue(func() words {
	var w words
	for name := range regularFiles() {
		w = append(w, here+"/"+name)
	}
	w = append(w, here+"/files/good.db", here+"/files/cut.db", here+"/files/bent.db", here+"/files/foreign.db", here+"/files/readonly.db", here+"/files/open.db",
		here+"/files/export.jsonl", here+"/files/banks.json", here+"/files/large.jsonl", here+"/files/none", here+"/none/none", here+"/files", here+"/files/docs", here+"/"+cloneFolder,
		here+"/project/cards", here+"/heavy/cards", here+"/empty", here, "/dev/zero", "/dev/null", "/dev/full", "/dev/stdin", "/dev/stdout", "/dev/fd/9", "/dev/random",
		"/proc/self/mem", "/proc/self/environ", "/etc/passwd", "/nonexistent/x", "none", "new.jsonl", "new.db", ":memory:", "file:x?mode=memory", "a?b#c.db", "-", ".", "")
	for _, name := range oddFiles() {
		w = append(w, here+"/odd/"+name)
	}
	return w.sorted()
})

// regularFiles are the files of a state that are written as they are.
var regularFiles = sync.OnceValue(func() map[string]string {
	bank := `{"_meta":{"version":1},"entries":{"open":{"value":["parser"]},"count":{"value":{"count":1}},"text":{"value":"a text"}}}`
	return map[string]string{
		"files/empty":         "",
		"files/one.json":      `{"a":1}`,
		"files/bank.json":     bank,
		"files/broken.json":   bank[:60],
		"files/deep.json":     strings.Repeat("[", 200000),
		"files/line.jsonl":    strings.Repeat("a", 4<<20),
		"files/bad.jsonl":     exported(1, "x") + "nonsense\n" + exported(2, "y"),
		"files/counts.jsonl":  strings.Replace(exported(1, "x"), ":0,", ":9223372036854775807,", 1),
		"files/twice.jsonl":   exported(1, "x") + exported(1, "y"),
		"files/bytes":         "\xff\xfe\x00\x01\x80",
		"files/schema.json":   `{"type":["array","object","string"]}`,
		"files/bomb.json":     schemaBomb(),
		"files/header.db":     "SQLite format 3\x00",
		"files/zeros.db":      strings.Repeat("\x00", 8192),
		"files/config.json":   `{"version":1,"values":`,
		"files/docs/a.md":     "# A\n\ntext\n\n## B\n\nmore\n",
		"files/docs/b.md":     "\xff\xfe#\x00",
		"files/docs/c.md":     strings.Repeat("# h\n\nx\n", 300),
		"files/docs/deep.md":  strings.Repeat("> ", 30000) + "x",
		"files/docs/front.md": "---\n" + strings.Repeat("a: &a [*a]\n", 200) + "---\n# T\n",

		"project/.memexrc":              "",
		"project/cards/pitfalls.md":     card("Pitfalls", "See [[auth/token]], [[caching|that]] and [[missing]]."),
		"project/cards/auth/token.md":   card("Token", "Back to [[pitfalls]]. `[[code]]`"),
		"project/cards/caching.md":      card("Caching strategy", "缓存 [[hub]]"),
		"project/cards/hub.md":          card("Hub", strings.Repeat("[[pitfalls]] [[caching]] ", 40)),
		"project/cards/缓存.md":           card("缓存策略", "[[Caching strategy]]"),
		"project/cards/bytes.md":        "---\ntitle: \xff\n---\n\x1b[31m[[\xfe]]",
		"project/cards/yaml.md":         "---\ntitle: [\n---\ntext",
		"project/.slop-mcp/memory/r.md": "not a bank",
		"home/.memex/cards/pitfalls.md": card("Home", "[[hub]]"),
		"home/.memex/cards/hub.md":      card("\x1b]0;title\a", "\u202e[[pitfalls]]"),

		"clone/.memexrc":                           "",
		"clone/.memex-rename.json":                 `{"old":"lnk/card","new":"lnk/moved"}`,
		"clone/cards/pitfalls.md":                  card("Clone", "[[lnk/card]] [[far]]"),
		"clone/.slop-mcp/memory/tasks.json":        bank,
		"clone/.slop-mcp/memory/damaged.json":      bank[:80],
		"clone/.slop-mcp/memory/times.json":        `{"entries":{"a":{"value":1},"b":2}}`,
		"clone/.slop-mcp/memory/.tasks.json.1.tmp": bank[:30],
		"clone2/.memexrc":                          "",

		"heavy/.memexrc":                    "",
		"heavy/cards/links.md":              card("Links", strings.Repeat("[[pitfalls]] [[x]]\n", 40000)),
		"heavy/cards/open.md":               card("Open", strings.Repeat("[[", 1000000)),
		"heavy/cards/words.md":              card("Words", strings.Repeat("word other third ", 100000)),
		"heavy/.slop-mcp/memory/tasks.json": heavyBank(),
	}
})

func heavyBank() string {
	var b strings.Builder
	b.WriteString(`{"_meta":{"version":1},"entries":{"open":{"value":["` + strings.Repeat("long ", 150000) + `"]}`)
	for i := range 5000 {
		fmt.Fprintf(&b, `,"key%d":{"value":{"number":%d,"list":[1,2,3]}}`, i, i)
	}
	return b.String() + "}}"
}

// linksOut are links of the strange repositories that lead to the canary.
func linksOut() map[string]string {
	return map[string]string{
		"clone/cards/lnk":                        "../../../canary/docs",
		"clone/cards/far.md":                     "../../../canary/docs/card.md",
		"clone/cards/gone.md":                    "../../../canary/new.md",
		"clone/archive":                          "../../canary/archive",
		"clone/.last-organize":                   "../../canary/plain",
		"clone/.memex.lock":                      "../../canary/lock",
		"clone/.slop-mcp/memory/outside.json":    "../../../../canary/bank.json",
		"clone/.slop-mcp/memory/linked.json":     "../../../../canary/damaged.json",
		"clone/.slop-mcp/memory/new.json":        "../../../../canary/new.json",
		"clone/.slop-mcp/memory/zero.json":       "/dev/zero",
		"clone/.slop-mcp/memory/notes.json.lock": "../../../../canary/lock2",
		"clone2/cards":                           "../../canary/docs",
		"clone2/.slop-mcp/memory":                "../../../canary/banks",
	}
}

// writeAll makes the regular files and the folders of a state.
func writeAll(folder string) error {
	for name, content := range regularFiles() {
		if err := write(folder, name, content); err != nil {
			return err
		}
	}
	for _, name := range []string{tempFolder, "empty", projectFolder + "/sub", oddFolder, "home/.config", "clone2/.slop-mcp"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o700); err != nil {
			return err
		}
	}
	return nil
}

// fill adds what the programs themselves write, and databases that are damaged.
func fill(folder string, run func(stdin, dir, program string, args ...string) (string, error)) error {
	var seed strings.Builder
	for i := range memories {
		seed.WriteString(exported(i, fmt.Sprintf("The parser of file %d has a race condition.\nThe second line of it.", i)))
	}
	good := filepath.Join(folder, "files", "good.db")
	for _, c := range []struct {
		stdin string
		args  []string
		save  string
	}{
		{seed.String(), []string{"import", "-"}, ""},
		{seed.String(), []string{"import", "-", "--db", good}, ""},
		{"", []string{"export", "-"}, "files/export.jsonl"},
		{regularFiles()["files/bank.json"], []string{"memory-cli", "import", "tasks", "-"}, ""},
		{regularFiles()["files/bank.json"], []string{"memory-cli", "import", "notes", "-", "--scope", "user"}, ""},
		{"", []string{"memory-cli", "export", "--all"}, "files/banks.json"},
		{"", []string{"search", "parser"}, ""},
		{"", []string{"memex", "search", "parser"}, ""},
	} {
		out, err := run(c.stdin, projectFolder, "agmem", c.args...)
		if err != nil {
			return fmt.Errorf("making the state with agmem %s: %w", strings.Join(c.args, " "), err)
		}
		if c.save != "" {
			if err := write(folder, c.save, out); err != nil {
				return err
			}
		}
	}
	return damage(folder)
}

// damage makes databases from the good one that are not.
func damage(folder string) error {
	content, err := os.ReadFile(filepath.Join(folder, "files", "good.db"))
	if err != nil {
		return err
	}
	bent, foreign := bytes.Clone(content), bytes.Clone(content)
	for i := 4096; i < len(bent); i += 997 {
		bent[i] ^= 0x55
	}
	copy(foreign[60:72], "\x00\x00\x03\xe7\x00\x00\x00\x01gmem") // its version, and whose it is
	all, err := os.ReadFile(filepath.Join(folder, "files", "export.jsonl"))
	return errors.Join(err,
		write(folder, "files/bent.db", string(bent)),
		write(folder, "files/foreign.db", string(foreign)),
		write(folder, "files/cut.db", string(content[:len(content)/2])),
		write(folder, "files/readonly.db", string(content)),
		write(folder, "files/open.db", string(content)),
		write(folder, "files/large.jsonl", largeExport(all)))
}

// largeExport is an export with many memories.
func largeExport(export []byte) string {
	var b strings.Builder
	for i := range 1500 {
		b.WriteString(exported(1000+i, fmt.Sprintf("memory %d of many, with some words that repeat", i)))
	}
	return b.String() + string(export)
}

func write(folder, name, content string) error {
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(content), 0o600)
}

// copyTree copies folders and regular files, the only ones that a template has.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if d.IsDir() {
			return os.Mkdir(target, 0o700)
		}
		return copyFile(path, target, 0o600)
	})
}

// copyFile holds no more of a file in memory than it must: the memory of this
// program is counted as that of the lines.
func copyFile(from, to string, mode fs.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
