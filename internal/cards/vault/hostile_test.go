package vault_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cards/vault"
)

// A card that cannot be read well is named once with its path, and the others
// are found all the same, again and again.
func TestHostileFiles(t *testing.T) {
	const large = 50 << 20
	for name, c := range map[string]struct {
		path, text string
		kind       agmem.Kind
		listed     bool // the card is known all the same
		found      bool // by the word heron
	}{
		"malformed YAML":          {"bad", "---\ntitle: [T\n---\nA heron.\n", agmem.Invalid, true, true},
		"tabs in the YAML":        {"bad", "---\ntitle:\n\t- x\n---\nA heron.\n", agmem.Invalid, true, true},
		"a list for fields":       {"bad", "---\n- title\n---\nA heron.\n", agmem.Invalid, true, true},
		"a field twice":           {"bad", "---\ntitle: a\ntitle: b\n---\nA heron.\n", agmem.Invalid, true, true},
		"invalid UTF-8":           {"bad", "A heron.\xff\xfe\n", agmem.Invalid, true, true},
		"invalid UTF-8 in fields": {"bad", "---\ntitle: \xff\n---\nA heron.\n", agmem.Invalid, true, true},
		"a picture":               {"sub/bad", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xf0\x9f", agmem.Invalid, true, false},
		"50 MB":                   {"bad", "A heron.\n" + strings.Repeat("x", large), agmem.TooLarge, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			v := newVault(t, map[string]string{"good": complete, "z/heron": "[[good]]", c.path: c.text})
			for range 2 {
				got, err := v.paths()
				want := map[bool]string{true: c.path + " good z/heron", false: "good z/heron"}[c.listed]
				if c.path > "good" {
					want = "good " + c.path + " z/heron"
				}
				if got != want {
					t.Errorf("the cards are %q, want %q", got, want)
				}
				v.named(err, c.kind, c.path)
				got, err = v.search(cards.Query{Text: "heron"})
				if want := map[bool]string{true: c.path + " z/heron", false: "z/heron"}[c.found]; sorted(got) != want {
					t.Errorf("found %q, want %q", got, want)
				}
				v.named(err, c.kind, c.path)
			}
			if got, err := v.read("bad"); got != c.text || err != nil {
				t.Errorf("read %d bytes, %v", len(got), err)
			}
			_, err := v.Archive(t.Context(), "bad")
			v.ok(err)
			v.lists("good z/heron")
		})
	}
}

// named reports anything but one error that names a card.
func (v *fixture) named(err error, kind agmem.Kind, path string) {
	v.T.Helper()
	all := joinedErrors(err)
	if len(all) != 1 {
		v.Errorf("%d errors, want 1: %v", len(all), err)
		return
	}
	v.fails(all[0], kind, path+": ")
	if all[0] != nil && strings.Contains(all[0].Error(), "\n") {
		v.Errorf("the error has several lines: %q", all[0])
	}
}

func sorted(names string) string {
	list := strings.Fields(names)
	for i := range list {
		for j := range i {
			if list[i] < list[j] {
				list[i], list[j] = list[j], list[i]
			}
		}
	}
	return strings.Join(list, " ")
}

// Files that are text and no more than odd are cards without a warning.
func TestOddFilesAreCards(t *testing.T) {
	for name, text := range map[string]string{
		"empty":              "",
		"only frontmatter":   "---\ntitle: T\n---\n",
		"no end":             "---\ntitle: T\n",
		"NUL":                "a\x00b\n",
		"byte order mark":    "\uFEFF---\ntitle: T\n---\nx",
		"CRLF":               "---\r\ntitle: T\r\n---\r\nx\r\n",
		"control characters": "---\ntitle: \"a\\x1fb\\x1ec\"\naliases: [\"x\\x1ey\"]\n---\nSee [[a\x1fb]] and [[c\x1ed]].\n",
		"one line of 1 MB":   strings.Repeat("word ", 200_000),
		"deep lists":         strings.Repeat(">", 50_000) + " x",
		"brackets":           strings.Repeat("[[", 100_000),
		"backticks":          strings.Repeat("` `` ", 50_000),
		"many links":         strings.Repeat("[[a]] [[b]]\n", 20_000),
	} {
		t.Run(name, func(t *testing.T) {
			v := newVault(t, map[string]string{"card": text, "good": complete})
			all, err := v.All(t.Context())
			if err != nil || len(all) != 2 || all[0].Slug != "card" || all[0].Title == "" || all[0].Problem != "" {
				t.Errorf("the cards are %+.300v, %v", all, err)
			}
			v.finds("body", "good")
		})
	}
}

// Names that a reader cannot tell apart are their own cards, and names that
// no new card could have are read as they are.
func TestOddNames(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("names that differ by case or normal form alone are not tested: this file system may not have them")
	}
	names := []string{
		"caf\u00e9", "cafe\u0301", "Case", "case", "a b", "a\nb", "tab\there", "x\x1fy", "'quote\"", "#1", "a|b", "-v", "CON",
		"emoji 😀", "x.md", "x", "sub/x", "..x", "\xff", strings.Repeat("n", 250),
	}
	texts := map[string]string{}
	for i, name := range names {
		texts[name] = strings.Repeat("heron ", i+1)
	}
	v := newVault(t, texts)
	all, err := v.All(t.Context())
	if err != nil || len(all) != len(names)-1 { // what begins with a point is hidden
		t.Errorf("%d cards, want %d: %v", len(all), len(names)-1, err)
	}
	for _, c := range all {
		if got, err := v.read("/" + c.Path + ".md"); got != texts[c.Path] || got == "" || err != nil {
			t.Errorf("%q reads %q, %v", c.Path, got, err)
		}
	}
	for slug, want := range map[string]string{"caf\u00e9": "caf\u00e9", "cafe\u0301": "cafe\u0301", "Case": "Case", "case": "case", "a b": "a b", "-v": "-v"} {
		if got, err := v.read(slug); got != texts[want] || err != nil {
			t.Errorf("%q reads %q, %v", slug, got, err)
		}
	}
	_, err = v.read("CASE")
	v.fails(err, agmem.Conflict, "Case.md", "case.md")
	_, err = v.read("CAF\u00c9")
	v.fails(err, agmem.Conflict)
	if got, err := v.read("Emoji 😀"); got != texts["emoji 😀"] || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
}

// Links in the file system are followed, but not in a circle, and out of the
// folder only if the user said so.
func TestSymbolicLinks(t *testing.T) {
	v := newVault(t, map[string]string{"sub/card": "A heron.", "other": "x"})
	elsewhere := t.TempDir()
	v.ok(os.WriteFile(filepath.Join(elsewhere, "far.md"), []byte("A stork."), 0o600))
	v.ok(os.WriteFile(filepath.Join(elsewhere, "picture"), nil, 0o600))
	link := func(target, name string) { v.ok(os.Symlink(target, filepath.Join(v.Folder(), name))) }
	link(elsewhere, "away")
	link(filepath.Join(elsewhere, "far.md"), "near.md")
	link(filepath.Join(elsewhere, "picture"), "picture") // is not a card
	link("other.md", "beside.md")
	link(v.file("other"), "absolute.md")
	link("sub", "within")
	const inside = "absolute beside other sub/card within/card"
	v.said(v.Vault, inside, "away leads out of ", "near.md leads out of ")
	follower := v.follower()
	v.said(follower, "absolute away/far beside near other sub/card within/card")
	link("..", "sub/up")
	link("nowhere", "broken.md")
	link("nowhere", "broken")
	link("self.md", "self.md")
	circles := []string{"broken.md: ", "self.md: ", filepath.Join("sub", "up") + ": ", filepath.Join("within", "up") + ": "}
	for range 2 {
		v.said(v.Vault, inside, append([]string{"away leads out of ", "near.md leads out of "}, circles...)...)
		v.said(follower, "absolute away/far beside near other sub/card within/card", circles...)
	}
	if got, err := v.read("beside"); got != "x" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
	for _, slug := range []string{"near", "away/far"} {
		_, err := v.read(slug)
		v.fails(err, agmem.Denied, " leads out of ")
		var text strings.Builder
		if err := follower.Copy(t.Context(), slug, &text); text.String() != "A stork." || err != nil {
			t.Errorf("with links followed %s reads %q, %v", slug, text.String(), err)
		}
	}
}

// follower is the vault with all links followed.
func (v *fixture) follower() *vault.Vault {
	follower := vault.Open(v.Home(), vault.Options{Now: today, Follow: func() (bool, error) { return true, nil }})
	v.Cleanup(func() { v.ok(follower.Close()) })
	return follower
}

// said reports a vault that lists other cards than these, or does not say
// exactly what is wrong beside them.
func (v *fixture) said(home *vault.Vault, paths string, problems ...string) {
	v.T.Helper()
	all, err := home.All(v.Context())
	var names []string
	for _, c := range all {
		names = append(names, c.Path)
	}
	if got := strings.Join(names, " "); got != paths {
		v.Errorf("the cards are %q, want %q", got, paths)
	}
	var errs []error
	if err != nil {
		errs = joinedErrors(err)
	}
	for _, p := range problems {
		if !slices.ContainsFunc(errs, func(e error) bool { return strings.Contains(e.Error(), p) }) {
			v.Errorf("nothing says %q: %v", p, err)
		}
	}
	if len(errs) != len(problems) {
		v.Errorf("%d problems, want %d: %v", len(errs), len(problems), err)
	}
}

// A write stays in the folder, whether links are followed or not.
func TestNothingIsWrittenThroughLinksThatLeadOut(t *testing.T) {
	v := newVault(t, map[string]string{"own": "A heron.", "linked": "[[own]]"})
	elsewhere := t.TempDir()
	far := filepath.Join(elsewhere, "far.md")
	v.ok(os.WriteFile(far, []byte("A stork at [[own]]."), 0o600))
	for target, name := range map[string]string{elsewhere: "away", far: "near.md", filepath.Join(elsewhere, "new.md"): "gone.md"} {
		v.ok(os.Symlink(target, filepath.Join(v.Folder(), name)))
	}
	for _, home := range []*vault.Vault{v.Vault, v.follower()} {
		for _, slug := range []string{"near", "away/far", "away/other", "gone"} {
			_, err := home.Write(t.Context(), slug, []byte(complete))
			v.fails(err, agmem.Denied, " leads out of ")
		}
		for _, slug := range []string{"near", "away/far"} {
			v.fails(home.Mark(t.Context(), slug, "stale"), agmem.Denied)
			_, err := home.Archive(t.Context(), slug)
			v.fails(err, agmem.Denied)
			_, err = home.Rename(t.Context(), slug, "mine")
			v.fails(err, agmem.Denied)
		}
		_, err := home.Rename(t.Context(), "own", "away/own")
		v.fails(err, agmem.Denied)
	}
	done, err := v.follower().Rename(t.Context(), "own", "mine")
	if err != nil || !slices.Equal(done.Changed, []string{"linked"}) {
		t.Errorf("renamed %+v, %v", done, err)
	}
	if text, err := os.ReadFile(far); err != nil || string(text) != "A stork at [[own]]." {
		t.Errorf("the file outside holds %q, %v", text, err)
	}
	if names, err := os.ReadDir(elsewhere); len(names) != 1 || err != nil {
		t.Errorf("outside are %v, %v", names, err)
	}
}

// A journal that a clone brings is not followed, whatever it says.
func TestAForeignJournalIsNotFollowed(t *testing.T) {
	v := newVault(t, map[string]string{"own": "x", "linked": "[[own]]"})
	foreign := filepath.Join(v.Home(), ".memex-rename.json")
	v.ok(os.WriteFile(foreign, []byte(`{"old":"own","new":"other"}`), 0o600))
	done, err := v.Recover(t.Context())
	v.fails(err, agmem.Invalid, foreign, "not followed")
	if done != nil {
		t.Errorf("recovered %+v", done)
	}
	v.lists("linked own")
	v.begin(`{"old":"own","new":"mine"}`) // a rename of the user's own is finished all the same
	done, err = v.Recover(t.Context())
	if v.fails(err, agmem.Invalid, foreign); done == nil || done.New != "mine" {
		t.Errorf("recovered %+v", done)
	}
	v.lists("linked mine")
}

// A caller that gives up does not get an empty vault for an answer.
func TestCancelled(t *testing.T) {
	v := newVault(t, map[string]string{"good": "A heron."})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	all, err := v.All(ctx)
	if v.fails(err, agmem.Cancelled); all != nil {
		t.Errorf("the cards are %v", all)
	}
	hits, err := v.Search(ctx, cards.Query{Text: "heron", Limit: 1})
	if v.fails(err, agmem.Cancelled); hits != nil {
		t.Errorf("found %v", hits)
	}
}

// What is not a file of text is named, and opening it waits for nothing.
func TestNoRegularFiles(t *testing.T) {
	v := newVault(t, map[string]string{"good": "A heron."})
	v.ok(os.MkdirAll(filepath.Join(v.Folder(), "folder.md"), 0o700))
	v.put("folder.md/inner", "A heron.")
	v.finds("heron", "folder.md/inner good")
	v.ok(os.RemoveAll(v.Folder()))
	v.ok(os.WriteFile(v.Folder(), nil, 0o600))
	_, err := v.paths()
	v.fails(err, agmem.Invalid, "is not a folder")
	if _, err := v.Recover(t.Context()); err != nil {
		t.Error(err)
	}
	if errors.Is(err, os.ErrNotExist) {
		t.Error("a file is taken for a folder that is not there")
	}
}

// A home that leads to another one's cards does not end the rename that was
// begun there.
func TestAForeignHomeEndsNoRename(t *testing.T) {
	v := newVault(t, map[string]string{"own": "x", "linked": "[[own]]"})
	v.begin(`{"old":"own","new":"mine"}`)
	clone := t.TempDir()
	v.ok(os.Symlink(v.Folder(), filepath.Join(clone, "cards")))
	foreign := vault.Open(clone, vault.Options{Now: today, CacheDir: v.cache, DataDir: v.data, Foreign: true})
	v.Cleanup(func() { v.ok(foreign.Close()) })
	done, err := foreign.Recover(t.Context())
	if v.fails(err, agmem.Denied, " leads out of "); done != nil {
		t.Errorf("recovered %+v", done)
	}
	done, err = v.Recover(t.Context())
	if err != nil || done == nil || done.New != "mine" {
		t.Errorf("recovered %+v, %v", done, err)
	}
}
