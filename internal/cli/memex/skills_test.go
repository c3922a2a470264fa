package memex_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/clitest"
)

// skillFolder holds the skills of the repository.
const skillFolder = "../../../skills"

// skills returns the text of every skill for cards by its name.
func skills(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(skillFolder, "memex-*", "SKILL.md"))
	if err != nil || len(files) < 3 {
		t.Fatalf("the skills are %v, %v", files, err)
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(filepath.Dir(file))] = string(text)
	}
	return texts
}

// fenced returns the shell blocks of a text.
func fenced(text string) []string {
	var blocks []string
	for _, m := range regexp.MustCompile("(?ms)^```sh\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		blocks = append(blocks, m[1])
	}
	return blocks
}

// exampleCards is a vault that has what the skills mention.
func exampleCards(t *testing.T) *clitest.Home {
	t.Helper()
	h := clitest.NewHome(t, "memex")
	for slug, body := range map[string]string{
		"jwt-migration-pitfalls": "Stateless tokens have no revocation: see [[stateless-auth]] and [[redis-session-store]].",
		"stateless-auth":         "Stateless tokens move the state to the client.",
		"redis-session-store":    "The session store is Redis. [[Not written yet]]",
		"caching-strategy":       "缓存: Redis or Memcached, see [[redis-session-store]] and [[cache-choice]].",
		"cache-choice":           "Memcached has no persistence.",
		"old-deploy-notes":       "How it was once.",
	} {
		putCard(t, h, slug, "---\ntitle: "+slug+"\ncreated: 2027-01-10\nsource: retro\ntags: [auth, jwt]\n---\n\n"+body+"\n")
	}
	return h
}

// shell runs a block as an agent does, and returns its output.
func shell(t *testing.T, h *clitest.Home, script string) (string, error) {
	t.Helper()
	cmd := exec.Command("sh", "-eu", "-c", script)
	cmd.Dir = h.Dir
	cmd.Env = append(os.Environ(), "HOME="+h.Dir, "XDG_CACHE_HOME="+h.File("cache"), "XDG_CONFIG_HOME="+h.File("config"),
		"MEMEX_HOME=", "AGMEM_CONFIG=", "AGMEM_NOW=2027-01-15T10:00:00Z", "TZ=UTC", "GORACE=atexit_sleep_ms=0")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Each block of a skill does what it says when its lines are run one block
// after the other, on a vault that has its cards.
func TestSkillBlocksRun(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh: the command lines of the skills are not tested")
	}
	command := regexp.MustCompile(`(?m)^\s*memex |\| memex `)
	for name, text := range skills(t) {
		t.Run(name, func(t *testing.T) {
			h := exampleCards(t)
			commands := 0
			for _, block := range fenced(text) {
				commands += len(command.FindAllString(block, -1))
				if out, err := shell(t, h, block); err != nil || strings.Contains(out, "memex: ") || strings.Contains(out, "hint: ") {
					t.Errorf("%v:\n%s%s", err, block, out)
				}
			}
			if all := strings.Count(text, "\nmemex ") + strings.Count(text, "| memex ") + strings.Count(text, "\n  memex "); commands != all || commands < 8 {
				t.Errorf("%d commands in blocks, %d in the text", commands, all)
			}
			checkAfter(t, h, name)
		})
	}
}

// checkAfter looks at what the blocks of a skill have done.
func checkAfter(t *testing.T, h *clitest.Home, skill string) {
	t.Helper()
	contains := func(slug string, parts ...string) {
		for _, part := range parts {
			if text := h.Must(t, "read", slug); !strings.Contains(text, part) {
				t.Errorf("%s holds\n%s\nand not %q", slug, text, part)
			}
		}
	}
	switch skill {
	case "memex-retro":
		contains("jwt-migration-pitfalls", "Stateless tokens have no revocation", "Short lifetimes soften this", "status: conflict")
		contains("short-tokens-small-blacklist", "modified: 2027-01-15")
		if links := h.Must(t, "links", "short-tokens-small-blacklist"); strings.Contains(links, "missing") {
			t.Errorf("the new card has links that lead nowhere:\n%s", links)
		}
	case "memex-organize":
		contains("caching-strategy", "Redis or Memcached", "see [[stateless-auth]]", "From cache-choice", "aliases: [cache-choice]")
		if _, _, code := h.Run(t, "", "read", "cache-choice"); code != 1 {
			t.Error("the merged card was not archived")
		}
		if links := h.Must(t, "links", "caching-strategy"); strings.Contains(links, "missing") {
			t.Errorf("a link to the merged card leads nowhere:\n%s", links)
		}
		if _, err := os.Stat(h.File(".memex/.last-organize")); err != nil {
			t.Error(err)
		}
	}
}

// What a skill names in its sentences exists as well.
func TestSkillsNameCommandsThatExist(t *testing.T) {
	span := regexp.MustCompile("`memex ([^`]+)`")
	for name, text := range skills(t) {
		lines := fenced(text)
		for _, m := range span.FindAllStringSubmatch(text, -1) {
			lines = append(lines, "memex "+m[1])
		}
		for _, m := range regexp.MustCompile(`memex ([a-z]+)([^|\n]*)`).FindAllStringSubmatch(strings.Join(lines, "\n"), -1) {
			help, stderr, code := clitest.NewHome(t, "memex").Run(t, "", m[1], "--help")
			if code != 0 || !strings.Contains(help, "memex "+m[1]) {
				t.Errorf("%s: there is no command memex %s: %s", name, m[1], stderr)
			}
			for _, flag := range regexp.MustCompile(`--[a-z-]+`).FindAllString(m[2], -1) {
				if !strings.Contains(help, flag+" ") {
					t.Errorf("%s: memex %s has no %s", name, m[1], flag)
				}
			}
		}
	}
}

// recall walks as the skill memex-recall says: from what searches find along
// all links, never further than the limits.
type recall struct {
	t    *testing.T
	h    *clitest.Home
	read map[string]int // the hops that led to each card
}

const (
	maxHops      = 3
	maxCardsRead = 20
)

func (r *recall) search(query string) []string {
	r.t.Helper()
	return headings(r.h.Must(r.t, "search", query))
}

func headings(out string) []string {
	var slugs []string
	for line := range strings.Lines(out) {
		if slug, ok := strings.CutPrefix(strings.TrimSpace(line), "## "); ok {
			slugs = append(slugs, slug)
		}
	}
	return slugs
}

// follow reads cards and those that they link to, breadth first.
func (r *recall) follow(slugs []string) {
	for hop := 0; hop <= maxHops && len(slugs) > 0; hop++ {
		var next []string
		for _, slug := range slugs {
			if _, done := r.read[slug]; done || len(r.read) == maxCardsRead {
				continue
			}
			slug, ok := r.open(slug)
			if !ok {
				continue
			}
			r.read[slug] = hop
			next = append(next, r.outbound(slug)...)
		}
		slugs = next
	}
}

// open reads a card, and returns its name: where two have the slug it is that of
// the first that was not read yet, as the error names them.
func (r *recall) open(slug string) (name string, ok bool) {
	r.t.Helper()
	out, stderr, code := r.h.Run(r.t, "", "read", slug)
	if _, list, twins := strings.Cut(stderr, " cards: "); code == 1 && twins {
		list, _, _ = strings.Cut(list, "\n")
		for _, file := range strings.Split(list, ", ") {
			slug = "/" + strings.TrimSuffix(file, ".md")
			if _, done := r.read[slug]; !done {
				break
			}
		}
		out, stderr, code = r.h.Run(r.t, "", "read", slug)
	}
	if code != 0 || out == "" {
		r.t.Errorf("memex read %s: exit code %d\n%s", slug, code, stderr)
		return "", false
	}
	_, done := r.read[slug]
	return slug, !done
}

// outbound returns the cards that a card links to, as memex links names them.
func (r *recall) outbound(slug string) []string {
	r.t.Helper()
	var slugs []string
	for line := range strings.Lines(r.h.Must(r.t, "links", slug)) {
		rest, ok := strings.CutPrefix(line, "Outbound:")
		if !ok {
			continue
		}
		for _, m := range regexp.MustCompile(`\[\[([^\]]+)\]\]( \(missing\))?`).FindAllStringSubmatch(rest, -1) {
			if m[2] == "" {
				slugs = append(slugs, m[1])
			}
		}
	}
	return slugs
}

// The flow of the skill on a real vault: every name that search and links print
// can be read, the limits hold, and a card is reached that no query finds.
func TestRecallFlow(t *testing.T) {
	data := os.Getenv("AGMEM_TESTDATA")
	if data == "" {
		t.Skip("AGMEM_TESTDATA is not set: the recall flow is not tested on a real vault (docs/ of foambubble/foam)")
	}
	text := skills(t)["memex-recall"]
	if !strings.Contains(text, "max_hops: 3") || !strings.Contains(text, "max_cards_read: 20") {
		t.Error("the skill does not name its limits")
	}
	h := clitest.NewHome(t, "memex")
	if err := os.CopyFS(h.File(".memex/cards"), os.DirFS(filepath.Join(data, "vault", "foam-docs"))); err != nil {
		t.Fatal(err)
	}
	r := &recall{t, h, map[string]int{}}
	r.follow(r.search("publish netlify eleventy"))
	if _, ok := r.read["publish-to-netlify-with-eleventy"]; !ok || len(r.read) < 5 {
		t.Errorf("read %v", r.read)
	}
	for slug, hop := range r.read {
		if hop > maxHops {
			t.Errorf("%s is %d hops away", slug, hop)
		}
	}

	// Many queries and all links would lead to most of the vault.
	r = &recall{t, h, map[string]int{}}
	for _, query := range []string{"index", "wikilinks", "daily notes", "templates", "graph"} {
		r.follow(r.search(query))
	}
	if len(r.read) != maxCardsRead {
		t.Errorf("%d cards were read: %v", len(r.read), r.read)
	}

	found := r.search("wikilinks backlinks")
	r = &recall{t, h, map[string]int{}}
	r.follow(found[:1])
	reached := 0
	for slug, hop := range r.read {
		if hop > 1 && !slices.Contains(found, slug) {
			reached++
		}
	}
	if reached == 0 {
		t.Errorf("no link led to a card that the search had not found: %v", r.read)
	}
}
