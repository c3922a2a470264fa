package origin_test

import (
	"os"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/origin"
)

// set returns an environment with these variables alone.
func set(pairs ...string) origin.Environment {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestAuthorAndSession(t *testing.T) {
	claude := []string{"CLAUDECODE", "1", "CLAUDE_CODE_SESSION_ID", "8a718ed2"}
	for _, c := range []struct {
		name            string
		env             []string
		opts            origin.Options
		author, session string
	}{
		{"nothing known", nil, origin.Options{}, "", ""},
		{"a default", nil, origin.Options{DefaultAuthor: "ada"}, "ada", ""},
		{"Claude Code", claude, origin.Options{DefaultAuthor: "ada"}, "claude-code", "8a718ed2"},
		{"Claude Code without a session", []string{"CLAUDECODE", "1"}, origin.Options{}, "claude-code", ""},
		{"Codex", []string{"CODEX_THREAD_ID", "019a"}, origin.Options{}, "codex", "019a"},
		{"Hermes", []string{"HERMES_SESSION_ID", "20260511_141318_d5a23915"}, origin.Options{}, "hermes", "20260511_141318_d5a23915"},
		{"OpenCode", []string{"OPENCODE", "1"}, origin.Options{}, "opencode", ""},
		{"a marker that says no", []string{"CLAUDECODE", "0"}, origin.Options{}, "", ""},
		{"our variables win", append(claude, "AGMEM_AUTHOR", "bob", "AGMEM_SESSION", "s1"), origin.Options{}, "bob", "s1"},
		{"each for itself", append(claude, "AGMEM_AUTHOR", "bob"), origin.Options{}, "bob", "8a718ed2"},
		{"flags win", []string{"AGMEM_AUTHOR", "bob", "AGMEM_SESSION", "s1"}, origin.Options{Author: "eve", Session: "s2"}, "eve", "s2"},
		{"one line of UTF-8", []string{"AGMEM_AUTHOR", " a\nb\x1b[31m\xff "}, origin.Options{}, "a b [31m\uFFFD", ""},
		{"blank is none", []string{"AGMEM_AUTHOR", " \t"}, origin.Options{DefaultAuthor: "ada"}, "ada", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := origin.Detect(set(c.env...), t.TempDir(), c.opts)
			if o.Author != c.author || o.Session != c.session {
				t.Errorf("author %q, session %q; want %q, %q", o.Author, o.Session, c.author, c.session)
			}
		})
	}
}

func TestHost(t *testing.T) {
	want, err := os.Hostname()
	if err != nil {
		t.Skipf("this machine has no name (%v): the host is not tested", err)
	}
	if got := origin.Detect(set(), t.TempDir(), origin.Options{}).Host; got != want {
		t.Errorf("the host is %q, want %q", got, want)
	}
}

func TestLongFieldsAreCutBetweenRunes(t *testing.T) {
	got := origin.Detect(set("AGMEM_SESSION", strings.Repeat("ü", 9999)+"x"), t.TempDir(), origin.Options{}).Session
	if len(got) > 1000 || strings.Trim(got, "ü") != "" {
		t.Errorf("a long session became %d bytes: …%q", len(got), got[max(0, len(got)-5):])
	}
}
