package memex_test

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/agmem/agmem/internal/cli/memex"
	"github.com/agmem/agmem/internal/clitest"
)

const page = "../../../docs/memex.md"

// The page has a section for every command, and it names every flag.
func TestPageHasEveryCommand(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, part := range strings.Split(string(text), "\n## `memex ")[1:] {
		title, text, _ := strings.Cut(part, "`\n")
		command, _, _ := strings.Cut(title, " ")
		sections[command] += title + text
	}
	for _, c := range memex.Root().Commands() {
		text, ok := sections[c.Name()]
		if !ok && c.Name() != "help" {
			t.Errorf("the page has no section for %s", c.Name())
		}
		delete(sections, c.Name())
		c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && !strings.Contains(text, "--"+f.Name) {
				t.Errorf("the section for %s does not name --%s", c.Name(), f.Name)
			}
		})
	}
	for command := range sections {
		t.Errorf("the page describes %s, which does not exist", command)
	}
}

// furnished returns a home with cards that have everything a card can have.
func furnished(t *testing.T) *clitest.Home {
	t.Helper()
	h := clitest.NewHome(t, "memex")
	putCard(t, h, "a", "---\ntitle: A\ncreated: 2026-01-01\nmodified: 2026-01-01\nsource: retro\nstatus: stale\n"+
		"tags: [x]\naliases: [y]\n---\nThe first paragraph.\n\nThe needle [[b]] [[nowhere]].\n")
	putCard(t, h, "sub/b", "# B\n")
	putCard(t, h, "partly", "---\ntitle: Partly\n---\nneedle\n")
	for _, name := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"} {
		putCard(t, h, name, "[[b]]")
	}
	return h
}

// crowdedArgs are the commands that leave something out if there is much.
func crowdedArgs() map[string][]string {
	return map[string][]string{"rename": {"rename", "popular", "famous"}, "organize": {"organize"}, "doctor": {"doctor"}}
}

// TestPagePromise runs every command so that each of its fields appears, and
// compares them with the page.
func TestPagePromise(t *testing.T) {
	promise, much := clitest.ReadPromise(t, page), crowded(t)
	for section, args := range map[string][]string{
		"search QUERY":    {"search", "needel", "nowhere"},
		"search":          {"search"},
		"read":            {"read", "a"},
		"write":           {"write", "a", "-"},
		"mark":            {"mark", "a", "ok"},
		"archive":         {"archive", "a"},
		"rename":          {"rename", "a", "c"},
		"links":           {"links"},
		"links --stats":   {"links", "--stats"},
		"links SLUG":      {"links", "a"},
		"organize":        {"organize", "--since", "2025-01-01"},
		"organize --done": {"organize", "--done"},
		"doctor":          {"doctor"},
		"version":         {"version"},
	} {
		stdout, stderr, code := furnished(t).Run(t, "---\ntitle: A\ncreated: 2026-01-01\nsource: x\n---\n", append(args, "--json")...)
		if code != 0 {
			t.Fatalf("memex %v: exit code %d\n%s", args, code, stderr)
		}
		seen := clitest.Fields{}
		seen.Observe(t, stdout)
		if args := crowdedArgs()[section]; args != nil {
			stdout, _, _ := much.Run(t, "", append(args, "--limit", "1", "--json")...)
			seen.Observe(t, stdout)
		}
		clitest.Compare(t, "memex "+section, promise["memex "+section], seen, []string{"commit"})
		delete(promise, "memex "+section)
	}
	_, stderr, _ := furnished(t).Run(t, "", "write", "a", "-", "--json")
	seen := clitest.Fields{}
	seen.Observe(t, stderr)
	delete(seen, "error")
	clitest.Compare(t, "an error", promise["Errors"], seen, nil)
	delete(promise, "Errors")
	for section, fields := range promise {
		if len(fields) > 0 {
			t.Errorf("the page has fields for %s, which this test does not run", section)
		}
	}
}

// Every block of plain output on the page has the form that is really printed.
func TestPageShowsWhatIsPrinted(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	h := clitest.NewHome(t, "memex")
	putCard(t, h, "caching-strategy", "---\ntitle: 缓存策略选型\nstatus: stale\n---\nRedis vs Memcached 的核心区别在于数据结构支持...\n\n"+
		"revoke 失败时可以用缓存兜底\n\n[[redis-session-store]] [[api-performance]]\n")
	putCard(t, h, "jwt-migration-pitfalls", "---\ntitle: JWT 迁移的坑\n---\n")
	shows := func(args ...string) {
		if out := h.Must(t, args...); !strings.Contains(string(text), "\n```\n"+out+"```\n") {
			t.Errorf("the page does not show what memex %v prints:\n%s", args, out)
		}
	}
	shows("search", "兜底")
	shows("search")
	putCard(t, h, "caching-strategy", "")
	putCard(t, h, "jwt-migration-pitfalls", "[[stateless-auth]] [[token-revocation]]")
	putCard(t, h, "stateless-auth", "")
	shows("links", "jwt-migration-pitfalls")
	putCard(t, h, "stateless-auth", "[[jwt-pitfalls]]")
	putCard(t, h, "token-revocation", "[[jwt-pitfalls]]")
	h.Must(t, "archive", "jwt-migration-pitfalls")
	putCard(t, h, "jwt-pitfalls", "")
	shows("rename", "jwt-pitfalls", "jwt-migration-pitfalls")
}
