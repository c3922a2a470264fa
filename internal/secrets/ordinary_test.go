package secrets_test

import (
	"bufio"
	"bytes"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/secrets"
)

// line is a line of an ordinary text.
type line struct{ file, text string }

// source is where ordinary lines come from.
type source struct {
	name, folder string
	ends         []string // of the names of its files
	lines        int      // how many are looked at
}

func ordinary(t *testing.T) []source {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	goroot := runtime.GOROOT()
	all := []source{
		{"code of this repository", root, []string{".go"}, 1500},
		{"documents of this repository", root, []string{".md"}, 800},
		{"sessions with output", root, []string{".txtar", ".txt", ".golden"}, 600},
		{"code of Go", filepath.Join(goroot, "src"), []string{".go"}, 2500},
		{"other files of Go", goroot, []string{".md", ".txt", ".html", ".js", ".sh", ".s", ".json", ".mod"}, 800},
		{"modules", modules(), []string{".go", ".md", ".yml", ".yaml", ".json", ".toml", ".sh", ".txt"}, 2000},
	}
	data := os.Getenv("AGMEM_TESTDATA")
	if data == "" {
		t.Log("SKIPPED: AGMEM_TESTDATA is not set, so no lines of chats and of a real vault are looked at")
		return all
	}
	return append(all, source{"chats and notes", data, []string{".md", ".jsonl", ".json", ".txt", ".tsv"}, 1500})
}

func modules() string {
	if folder := os.Getenv("GOMODCACHE"); folder != "" {
		return folder
	}
	path := os.Getenv("GOPATH")
	if path == "" {
		home, _ := os.UserHomeDir()
		path = filepath.Join(home, "go")
	}
	return filepath.Join(path, "pkg", "mod")
}

// draws returns lines of a source, spread over its files; which ones depends on the
// seed and on the names of the files alone.
func (s source) draw(t *testing.T, seed byte) []line {
	t.Helper()
	var files []string
	_ = filepath.WalkDir(s.folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // what cannot be read is not looked at
		}
		if entry.IsDir() && (entry.Name() == ".git" || path == filepath.Join(s.folder, "internal", "secrets")) {
			return filepath.SkipDir
		}
		for _, end := range s.ends {
			if strings.HasSuffix(path, end) && entry.Type().IsRegular() && side(path) == seed {
				files = append(files, path)
				break
			}
		}
		return nil
	})
	if len(files) == 0 {
		t.Logf("SKIPPED: %s has no files with %s: no lines of %s", s.folder, strings.Join(s.ends, ", "), s.name)
		return nil
	}
	d := newDice(uint64(seed) + 11)
	seen, all := map[string]bool{}, []line{}
	for tries := 0; len(all) < s.lines && tries < 20*s.lines; tries++ {
		file := files[d.IntN(len(files))]
		text := lineOf(file, d)
		if len(text) >= 15 && !seen[text] {
			seen[text] = true
			all = append(all, line{file, text})
		}
	}
	return all
}

// side puts half of the files on each side.
func side(path string) byte {
	h := fnv.New32a()
	_, _ = h.Write([]byte(filepath.Base(path)))
	return byte(h.Sum32() >> 8 & 1)
}

// lineOf returns a line of a file near a place that is drawn.
func lineOf(file string, d dice) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return ""
	}
	chunk := make([]byte, 1<<14)
	n, _ := f.ReadAt(chunk, d.Int64N(info.Size()))
	s := bufio.NewScanner(bytes.NewReader(chunk[:n]))
	s.Scan()
	s.Scan()
	return strings.TrimSpace(s.Text())
}

func TestOrdinaryLinesAreLetThrough(t *testing.T) {
	for seed, name := range []string{"looked at", "held out"} {
		lines, wrong := 0, 0
		for _, s := range ordinary(t) {
			drawn := s.draw(t, byte(seed))
			alarms := map[string]int{}
			for _, l := range drawn {
				if found := secrets.Find(l.text); len(found) > 0 {
					alarms[found[0].Rule]++
					wrong++
					if seed == 0 {
						t.Logf("%s: %s: %.200s", found[0].Rule, l.file, l.text)
					}
				}
			}
			lines += len(drawn)
			t.Logf("%s: %d lines of %s: alarms %v", name, len(drawn), s.name, alarms)
		}
		t.Logf("%s: %d alarms in %d ordinary lines", name, wrong, lines)
		if 200*wrong >= lines {
			t.Errorf("%s: %d of %d ordinary lines look like a secret", name, wrong, lines)
		}
	}
}
