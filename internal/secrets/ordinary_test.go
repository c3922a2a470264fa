package secrets_test

import (
	"bufio"
	"bytes"
	"hash/fnv"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
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
	talk         bool     // only lines that talk about secrets
}

func ordinary(t *testing.T) []source {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	goroot := ask(t, "GOROOT")
	code := []string{".go", ".md", ".yml", ".yaml", ".json", ".toml", ".sh", ".txt", ".html", ".js"}
	all := []source{
		{"code of this repository", root, []string{".go"}, 800, false},
		{"documents of this repository", root, []string{".md"}, 500, false},
		{"sessions with output", root, []string{".txtar", ".txt", ".golden"}, 400, false},
		{"code of Go", filepath.Join(goroot, "src"), []string{".go"}, 1200, false},
		{"other files of Go", goroot, []string{".md", ".txt", ".html", ".js", ".sh", ".s", ".json", ".mod"}, 500, false},
		{"modules", ask(t, "GOMODCACHE"), code, 1000, false},
		{"Go about passwords, tokens and keys", filepath.Join(goroot, "src"), []string{".go", ".md", ".txt", ".html", ".js"}, 400, true},
		{"modules about passwords, tokens and keys", ask(t, "GOMODCACHE"), code, 400, true},
	}
	data := os.Getenv("AGMEM_TESTDATA")
	if data == "" {
		t.Log("SKIPPED: AGMEM_TESTDATA is not set, so no lines of chats and of a real vault are looked at")
		return all
	}
	return append(all, source{"chats and notes", data, []string{".md", ".jsonl", ".json", ".txt", ".tsv"}, 800, false})
}

// ask returns a setting of the go command, which builds this test.
func ask(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Logf("SKIPPED: go env %s: %v", name, err)
		return ""
	}
	return strings.TrimSpace(string(out))
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
	for tries := 0; len(all) < s.lines && tries < 8*s.lines; tries++ {
		file := files[d.IntN(len(files))]
		for _, text := range s.linesOf(file, d) {
			if len(text) >= 15 && !seen[text] {
				seen[text] = true
				all = append(all, line{file, text})
			}
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

// isAboutSecrets says whether a secret might be in a line.
func isAboutSecrets(text string) bool {
	small := strings.ToLower(text)
	for _, word := range []string{"passw", "passphrase", "token", "secret", "credential", "authoriz", "bearer", "basic ", "jwt", "apikey", "api_key"} {
		if strings.Contains(small, word) {
			return true
		}
	}
	return false
}

// linesOf returns a line of a file near a place that is drawn, or the first few
// behind it that talk about secrets.
func (s source) linesOf(file string, d dice) []string {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return nil
	}
	chunk := make([]byte, 1<<15)
	n, _ := f.ReadAt(chunk, d.Int64N(info.Size()))
	lines := bufio.NewScanner(bytes.NewReader(chunk[:n]))
	lines.Scan() // a part of one
	var all []string
	for lines.Scan() {
		text := strings.TrimSpace(lines.Text())
		if s.talk && !isAboutSecrets(text) {
			continue
		}
		if all = append(all, text); !s.talk || len(all) == 3 {
			break
		}
	}
	return all
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
