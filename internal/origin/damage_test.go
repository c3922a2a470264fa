package origin_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/agmem/agmem"
)

const hash = "0123456789abcdef0123456789abcdef01234567"

// fake makes a folder that looks to git like a repository, with these files.
func fake(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, path, text)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestDamagedRepositories(t *testing.T) {
	for _, c := range []struct {
		name           string
		files          map[string]string
		branch, commit string
		none           bool // no repository at all
	}{
		{"an empty .git", map[string]string{".git/x": ""}, "", "", true},
		{"a .git file of nonsense", map[string]string{".git": "hello"}, "", "", true},
		{"a .git file that leads nowhere", map[string]string{".git": "gitdir: /nowhere/at/all\n"}, "", "", true},
		{"a .git file that names itself", map[string]string{".git": "gitdir: .git\n"}, "", "", true},
		{"an empty HEAD", map[string]string{".git/HEAD": ""}, "", "", false},
		{"nonsense in HEAD", map[string]string{".git/HEAD": "\x00\xff"}, "", "", false},
		{"an upper-case hash", map[string]string{".git/HEAD": strings.ToUpper(hash)}, "", "", false},
		{"a SHA-256", map[string]string{".git/HEAD": hash + hash[:24]}, "", hash + hash[:24], false},
		{"HEAD leads out", map[string]string{".git/HEAD": "ref: refs/../../secret", "secret": hash}, "", "", false},
		{"HEAD names a file", map[string]string{".git/HEAD": "ref: config"}, "", "", false},
		{"an empty reference", map[string]string{".git/HEAD": "ref: refs/heads/main", ".git/refs/heads/main": ""}, "main", "", false},
		{"a symbolic reference", map[string]string{".git/HEAD": "ref: refs/heads/a", ".git/refs/heads/a": "ref: refs/heads/b", ".git/refs/heads/b": hash}, "a", hash, false},
		{"a circle of references", map[string]string{".git/HEAD": "ref: refs/heads/a", ".git/refs/heads/a": "ref: refs/heads/a"}, "a", "", false},
		{"a folder of the branch's name", map[string]string{".git/HEAD": "ref: refs/heads/a", ".git/refs/heads/a/b": hash, ".git/packed-refs": hash + " refs/heads/a\n"}, "a", hash, false},
		{"unsorted packed references", map[string]string{".git/HEAD": "ref: refs/heads/a", ".git/packed-refs": "# pack-refs with: peeled\n" + strings.Repeat("f", 40) + " refs/heads/b\n^" + hash + "\n" + hash + " refs/heads/a\n"}, "a", hash, false},
		{"packed references cut off", map[string]string{".git/HEAD": "ref: refs/heads/a", ".git/packed-refs": "# pack-refs with: sorted \n" + hash + " refs/heads/a"}, "a", hash, false},
		{"packed nonsense", map[string]string{".git/HEAD": "ref: refs/heads/a", ".git/packed-refs": "# sorted \n" + strings.Repeat("\n^\nx y\n", 99)}, "a", "", false},
		{"one endless packed line", map[string]string{".git/HEAD": "ref: refs/heads/a", ".git/packed-refs": "# sorted \n" + strings.Repeat("x", 5000)}, "a", "", false},
		{"only peeled lines", map[string]string{".git/HEAD": "ref: refs/heads/a", ".git/packed-refs": "# sorted \n" + strings.Repeat("^"+hash+"\n", 50)}, "a", "", false},
		{"commondir leads nowhere", map[string]string{".git/HEAD": "ref: refs/heads/a", ".git/commondir": "../gone/.git"}, "a", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := detect(fake(t, c.files))
			if c.none && got != (agmem.Origin{}) {
				t.Errorf("%+v, want nothing", got)
			}
			if !c.none && (got.Repository == "" || got.Branch != c.branch || got.Commit != c.commit) {
				t.Errorf("%+v, want a repository, the branch %q and the commit %q", got, c.branch, c.commit)
			}
		})
	}
}

// Every entry must be found wherever the halving starts, also among the lines
// that say what a tag points to.
func TestSearchInPackedReferences(t *testing.T) {
	var packed strings.Builder
	packed.WriteString("# pack-refs with: peeled fully-peeled sorted \n")
	const references = 300
	for i := range references {
		fmt.Fprintf(&packed, "%040x refs/heads/b%04d%s\n", i, i, strings.Repeat("x", i%37))
		for range i % 4 {
			fmt.Fprintf(&packed, "^%s\n", hash)
		}
	}
	dir := fake(t, map[string]string{".git/HEAD": "", ".git/packed-refs": packed.String()})
	for i := range references {
		name := fmt.Sprintf("b%04d%s", i, strings.Repeat("x", i%37))
		write(t, filepath.Join(dir, ".git", "HEAD"), "ref: refs/heads/"+name)
		if got, want := detect(dir).Commit, fmt.Sprintf("%040x", i); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		for _, absent := range []string{name + "-", name[:3], "a", "z"} {
			write(t, filepath.Join(dir, ".git", "HEAD"), "ref: refs/heads/"+absent)
			if got := detect(dir).Commit; got != "" {
				t.Errorf("%s: %q, want nothing", absent, got)
			}
		}
	}
}

func TestForbiddenFiles(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("this user may read everything: forbidden files are not tested")
	}
	dir := fake(t, map[string]string{".git/HEAD": "ref: refs/heads/main", ".git/refs/heads/main": hash})
	if err := os.Chmod(filepath.Join(dir, ".git", "HEAD"), 0); err != nil {
		t.Fatal(err)
	}
	if got := detect(dir); got.Branch != "" || got.Commit != "" {
		t.Errorf("%+v, want neither branch nor commit", got)
	}
}
