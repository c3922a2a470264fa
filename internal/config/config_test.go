package config_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/config"
)

// TestMain lets the test binary be one of the processes that change one file.
func TestMain(m *testing.M) {
	if key := os.Getenv("CONFIG_TEST_KEY"); key != "" {
		err := config.Update(os.Getenv("CONFIG_TEST_FILE"), func(c *config.Config) error {
			return c.Set("shared", key, "value of "+key)
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "config.json")
	must(t, config.Update(path, func(c *config.Config) error {
		return errors.Join(
			c.Set(config.Global, "default_source", "team-gist"),
			c.Set(config.Global, "own.key", "<&> \"quoted\" ü"),
			c.Set("team-gist", "api_token", "ghp_xxxx"),
			c.Set("team-gist", "contributor", "ada"),
		)
	}))
	c := load(t, path)
	want := []config.Pair{{Key: "default_source", Value: "team-gist"}, {Key: "own.key", Value: "<&> \"quoted\" ü"}}
	if got := c.List(config.Global); !reflect.DeepEqual(got, want) {
		t.Errorf("global: %v, want %v", got, want)
	}
	if got, want := c.Metadata("team-gist"), (agmem.Metadata{"api_token": "ghp_xxxx", "contributor": "ada"}); !reflect.DeepEqual(got, want) {
		t.Errorf("team-gist: %v, want %v", got, want)
	}
	if got := c.Metadata("other"); got != nil {
		t.Errorf("a source without pairs: %v, want nil", got)
	}
	must(t, config.Update(path, func(c *config.Config) error {
		return errors.Join(c.Delete("team-gist", "api_token"), c.Delete("team-gist", "contributor"))
	}))
	if text, err := os.ReadFile(path); err != nil || strings.Contains(string(text), "team-gist\":") {
		t.Errorf("after deleting all its keys the source is still there: %s, %v", text, err)
	}
}

func TestFilesArePrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no permission bits; private files are not tested here")
	}
	dir := filepath.Join(t.TempDir(), "agmem")
	must(t, config.Update(filepath.Join(dir, "config.json"), func(c *config.Config) error {
		return c.Set(config.Global, "a", "b")
	}))
	for name, want := range map[string]os.FileMode{".": 0o700, "config.json": 0o600, ".config.json.lock": 0o600} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want the mode %o", name, info, err, want)
		}
	}
}

func TestMissingAndBlankFilesAreEmpty(t *testing.T) {
	for _, text := range []string{"", " \n\t", "\uFEFF", "{}", "\uFEFF{}"} {
		if got := load(t, file(t, text)).List(config.Global); len(got) != 0 {
			t.Errorf("%q: %v, want nothing", text, got)
		}
	}
	if got := load(t, filepath.Join(t.TempDir(), "none")).Value(config.DefaultSource); got != "local" {
		t.Errorf("default_source of a missing file is %q, want its default", got)
	}
}

func TestValuesWrittenByHand(t *testing.T) {
	c := load(t, file(t, `{"global": {"origin.git": false, "big": 12345678901234567890, "b": "x"}}`))
	for key, want := range map[string]string{"origin.git": "false", "big": "12345678901234567890", "b": "x"} {
		if got, ok := c.Get(config.Global, key); !ok || got != want {
			t.Errorf("%s: %q, %v; want %q", key, got, ok, want)
		}
	}
	if c.Enabled(config.OriginGit) {
		t.Error("origin.git is enabled, want the false of the file")
	}
	if c := load(t, file(t, `{"global": {"origin.git": "perhaps"}}`)); !c.Enabled(config.OriginGit) {
		t.Error("origin.git is disabled by nonsense, want the default")
	}
}

func TestUnknownMembersStay(t *testing.T) {
	path := file(t, `{"$schema": "x", "later": {"n": 1.10, "list": [1, null]}, "global": {"a": "1"}}`)
	must(t, config.Update(path, func(c *config.Config) error { return c.Set(config.Global, "b", "2") }))
	text, err := os.ReadFile(path)
	must(t, err)
	for _, want := range []string{`"$schema": "x"`, `"n": 1.10`, `null`, `"a": "1"`, `"b": "2"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is lost:\n%s", want, text)
		}
	}
}

func TestDamagedFilesAreNamedAndKept(t *testing.T) {
	for _, c := range []struct{ name, text, says string }{
		{"a comment at the top", "// mine\n{}", "line 1"},
		{"a comment within", "{\n\"global\": {\n\"a\": \"b\" // why\n}}", "line 3"},
		{"a comma too many", "{\n\"global\": {\"a\": \"b\",}\n}", "line 2"},
		{"cut off", "{\n\"global\": {\"a\":", "line 2: it ends too early"},
		{"a list", "[1]", "line 1: it must be one JSON object"},
		{"text behind", "{}\n{}", "line 2: there is more than one"},
		{"global is not an object", "{\n\n\"global\": 5}", `line 3: "global" must be`},
		{"sources is not an object", "{\"sources\": []}", `"sources" must be`},
		{"a source is not an object", "{\"sources\": {\"x\": \"y\"}}", `"x" must be`},
		{"null for a value", "{\"global\":\n{\"a\": null}}", `line 2: the value of "a" must be a string`},
		{"a list for a value", "{\"sources\": {\"x\":\n\n{\"a\": []}}}", `line 3: the value of "a" must be a string`},
		{"not UTF-8", "{\n\"global\": {\"a\": \"\xff\"}}", "line 2: it is not valid UTF-8"},
		{"deep", strings.Repeat("[", 100_000), "line 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := file(t, c.text)
			err := config.Update(path, func(c *config.Config) error { return c.Set(config.Global, "a", "b") })
			if agmem.KindOf(err) != agmem.Corrupt || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), path) {
				t.Errorf("Update: %v (%v), want corrupt with %q and the file's name", err, agmem.KindOf(err), c.says)
			}
			if text, _ := os.ReadFile(path); string(text) != c.text {
				t.Errorf("the file was overwritten: %q", text)
			}
		})
	}
}

func TestOwnSourcesKeepTheirType(t *testing.T) {
	var c config.Config
	for _, source := range []string{"local", "banks", "cards"} {
		if err := c.Set(source, "type", "gist"); agmem.KindOf(err) != agmem.Usage || !strings.Contains(err.Error(), source) {
			t.Errorf("%s as a gist: %v (%v), want usage", source, err, agmem.KindOf(err))
		}
		must(t, c.Set(source, "token", "x"))
	}
	must(t, c.Set("team-gist", "type", "gist"))
}

func TestUnreadableFiles(t *testing.T) {
	if _, err := config.Load(t.TempDir()); agmem.KindOf(err) != agmem.Unavailable {
		t.Errorf("a folder: %v (%v)", err, agmem.KindOf(err))
	}
	if _, err := config.Load(file(t, strings.Repeat(" ", 2<<20))); agmem.KindOf(err) != agmem.TooLarge {
		t.Errorf("2 MiB: %v (%v)", err, agmem.KindOf(err))
	}
}

func TestFailedChangeWritesNothing(t *testing.T) {
	path := file(t, `{"global": {"a": "1"}}`)
	refused := errors.New("refused")
	err := config.Update(path, func(c *config.Config) error {
		must(t, c.Set(config.Global, "a", "2"))
		return refused
	})
	if err != refused { //nolint:errorlint // the very error is promised
		t.Errorf("Update returned %v, want the error of change", err)
	}
	if got, _ := load(t, path).Get(config.Global, "a"); got != "1" {
		t.Errorf("a is %q, want the old 1", got)
	}
}

func TestManyProcessesLoseNothing(t *testing.T) {
	const processes = 32
	dir := t.TempDir()
	path := filepath.Join(dir, "agmem", "config.json")
	link := filepath.Join(dir, "link.json")
	if err := os.Symlink(path, link); err != nil {
		link = path
	}
	var group sync.WaitGroup
	for i := range processes {
		group.Go(func() {
			cmd := exec.Command(os.Args[0])
			// Half of them come by another name of the same file.
			cmd.Env = append(os.Environ(), "CONFIG_TEST_FILE="+[]string{path, link}[i%2], fmt.Sprintf("CONFIG_TEST_KEY=key%d", i))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("process %d: %v: %s", i, err, out)
			}
		})
	}
	group.Wait()
	if got := len(load(t, path).List("shared")); got != processes {
		t.Errorf("%d keys are there, want %d", got, processes)
	}
}

func BenchmarkLoad(b *testing.B) {
	path := filepath.Join(b.TempDir(), "config.json")
	if err := os.WriteFile(path, []byte(`{"global":{"default_source":"local","author":"ada"},"sources":{"x":{"a":"b"}}}`), 0o600); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := config.Load(path); err != nil {
			b.Fatal(err)
		}
	}
}

func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.json")
	must(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func load(t *testing.T, path string) *config.Config {
	t.Helper()
	c, err := config.Load(path)
	must(t, err)
	return c
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestUpdateRemovesWhatKilledWritersLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.json")
	set := func(c *config.Config) error { return c.Set(config.Global, "a", "b") }
	longAgo := time.Now().Add(-time.Hour)
	for _, name := range []string{".config.json.agmem.tmp", ".config.json.123.tmp", ".other.json.123.tmp"} {
		left := filepath.Join(filepath.Dir(path), name)
		must(t, os.WriteFile(left, []byte("half"), 0o600))
		must(t, os.Chtimes(left, longAgo, longAgo))
	}
	must(t, config.Update(path, set))
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*.tmp"))
	if err != nil || len(left) != 1 || filepath.Base(left[0]) != ".other.json.123.tmp" {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
