package origin_test

import (
	"strings"
	"testing"
)

func TestRemotes(t *testing.T) {
	for _, c := range []struct{ url, want string }{
		{"git@github.com:a/b.git", "github.com/a/b"},
		{"github.com:a/b", "github.com/a/b"},
		{"git@github.com:/a/b/", "github.com/a/b"},
		{"https://github.com/a/b.git", "github.com/a/b"},
		{"https://github.com/a/b/", "github.com/a/b"},
		{"HTTPS://GitHub.com/A/b.git", "github.com/A/b"},
		{"https://user:token@host/a/b.git", "host/a/b"},
		{"https://token@host/a/b.git?access_token=t#t", "host/a/b"},
		{"ssh://git@host:22/a/b", "host/a/b"},
		{"ssh://git@host:2222/a/b.git", "host:2222/a/b"},
		{"https://host:443/a/b", "host/a/b"},
		{"https://host:8443/a/b", "host:8443/a/b"},
		{"git://host/a/b.git", "host/a/b"},
		{"ssh://[::1]:2222/a/b", "[::1]:2222/a/b"},
		{"file:///srv/git/b.git", "/srv/git/b"},
		{"/srv/git/b.git", "/srv/git/b"},
		{"/srv/git/b/.git", "/srv/git/b"},
		{"user:token@host/a/b", ""},
		{"https://user:to ken@host:x/a/b", ""},
		{`"https://host/a;b.git" ; why`, "host/a;b"},
		{"https://host/a/b # mirror", "host/a/b"},
	} {
		dir := fake(t, map[string]string{
			".git/HEAD":   "",
			".git/config": "[core]\n\turl = wrong\n[remote \"origin\"]\n\tfetch = x\n\turl = " + c.url + "\n\tpushurl = wrong\n",
		})
		if got := detect(dir).Repository; got != c.want {
			t.Errorf("%s is named %q, want %q", c.url, got, c.want)
		}
	}
}

func TestNoTokenIsStored(t *testing.T) {
	for _, url := range []string{
		"https://ghp_token@host/a", "https://u:ghp_token@host/a", "u:ghp_token@host/a", "ssh://u:ghp_token@host:22/a",
		"ghp_token@host:a/b", "https://u:ghp_token@[bad/a", "https://host/a?t=ghp_token", "https://host/a#ghp_token",
	} {
		dir := fake(t, map[string]string{".git/HEAD": "", ".git/config": "[remote \"origin\"]\nurl = " + url})
		if got := detect(dir).Repository; strings.Contains(got, "ghp") {
			t.Errorf("%s is stored as %q", url, got)
		}
	}
}

func TestChoiceOfRemote(t *testing.T) {
	for _, c := range []struct{ name, config, want string }{
		{"origin, not the first", "[remote \"fork\"]\nurl = https://h/fork\n[remote \"origin\"]\nurl = https://h/main\n", "h/main"},
		{"the first without origin", "[remote \"fork\"]\nurl = https://h/fork\n[remote \"other\"]\nurl = https://h/other\n", "h/fork"},
		{"on one line", "[remote \"origin\"] url = https://h/main\n", "h/main"},
		{"in capitals", "[REMOTE \"origin\"]\n  URL=https://h/main\n", "h/main"},
		{"with CRLF", "[remote \"origin\"]\r\n\turl = https://h/main\r\n", "h/main"},
	} {
		dir := fake(t, map[string]string{".git/HEAD": "", ".git/config": c.config})
		if got := detect(dir).Repository; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for _, config := range []string{"", "[remote \"origin\"]\nfetch = x\n", "[remote \"origin\n url = https://h/x\n", "[branch \"a\"]\nurl = https://h/x"} {
		dir := fake(t, map[string]string{".git/HEAD": "", ".git/config": config})
		if got := detect(dir).Repository; strings.Contains(got, "h/x") || got == "" {
			t.Errorf("%q: %q, want the folder", config, got)
		}
	}
}
