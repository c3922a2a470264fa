package vault_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/agmem/agmem"
)

// A link in every form that it has, and what a rename makes of it.
func TestRenameRewritesEveryForm(t *testing.T) {
	for _, c := range []struct{ form, want string }{
		{"[[old-name]]", "[[new]]"},
		{"[[old-name|shown]]", "[[new|shown]]"},
		{"[[old-name#A heading]]", "[[new#A heading]]"},
		{"[[old-name#^block|shown]]", "[[new#^block|shown]]"},
		{"![[old-name]] and ![[old-name#x]]", "![[new]] and ![[new#x]]"},
		{"[[ old-name ]] [[\told-name | shown ]]", "[[ new ]] [[\tnew | shown ]]"},
		{"[[old-name.md]] [[old-name.md#h]]", "[[new.md]] [[new.md#h]]"},
		{"[[notes/old-name]]", "[[notes/new]]"},
		{"[[/notes/old-name]]", "[[/notes/new]]"},
		{"[[./notes/old-name.md|x]]", "[[notes/new.md|x]]"},
		{"[[OLD-NAME]]", "[[new]]"},
		{"[[Old Name]]", "[[new|Old Name]]"},
		{"[[Old Name|shown]] [[old_name#h]]", "[[new|shown]] [[new#h]]"},
		{"[[[old-name]]] [[[Old Name]]] [[[[OLD-NAME]]]]", "[[[new]]] [[[new|Old Name]]] [[[[new]]]]"},
		{"| a | [[old-name\\|b]] |", "| a | [[new\\|b]] |"},
		{"x[[old-name]][[old-name]]y", "x[[new]][[new]]y"},
		{"[[The Alias]] [[The Title]]", "[[The Alias]] [[The Title]]"}, // they go along
		{"[[old-name-2]] [[another]] [[old name x]]", "[[old-name-2]] [[another]] [[old name x]]"},
		{"`[[old-name]]` ``a ` [[old-name]]``", "`[[old-name]]` ``a ` [[old-name]]``"},
		{"```\n[[old-name]]\n```\n~~~md\n[[old-name]]\n~~~", "```\n[[old-name]]\n```\n~~~md\n[[old-name]]\n~~~"},
		{"<!-- [[old-name]] --> %% [[old-name]] %%", "<!-- [[old-name]] --> %% [[old-name]] %%"},
		{`\[[old-name]]`, `\[[old-name]]`},
		{"[[old-name", "[[old-name"},
		{"\r\n[[old-name]]\r\n\r\n", "\r\n[[new]]\r\n\r\n"},
		{"\xff[[old-name]]\x00", "\xff[[new]]\x00"},
	} {
		v := newVault(t, map[string]string{
			"notes/old-name": "---\ntitle: The Title\naliases: [The Alias]\n---\nText.\n",
			"other":          "---\nlink: '[[old-name]]'\n---\n" + c.form,
			"another":        "nothing", "old-name-2": "nothing",
		})
		done, err := v.Rename(t.Context(), "old-name", "new")
		if err != nil || done.Old != "notes/old-name" || done.New != "notes/new" {
			t.Errorf("%q: renamed %+v, %v", c.form, done, err)
		}
		v.has("other", "---\nlink: '[[old-name]]'\n---\n"+c.want)
		v.has("notes/new", "---\ntitle: The Title\naliases: [The Alias]\n---\nText.\n")
		if changed := fmt.Sprint(done.Changed); (changed == "[other]") != (c.form != c.want) {
			t.Errorf("%q: changed %s", c.form, changed)
		}
		if got := v.paths2(); got != "another notes/new old-name-2 other" {
			t.Errorf("%q: the cards are %s", c.form, got)
		}
	}
}

// paths2 is paths where some card is damaged on purpose.
func (v *fixture) paths2() string {
	v.T.Helper()
	got, _ := v.paths()
	return got
}

func TestRenameKnowsWhichCardIsMeant(t *testing.T) {
	v := newVault(t, map[string]string{
		"a/twin": "[[twin]] is me", "b/twin": "[[a/twin]] is not me", "b/x": "[[twin]] beside me [[a/twin]]", "c": "[[twin]] the first",
	})
	_, err := v.Rename(t.Context(), "twin", "only")
	v.fails(err, agmem.Conflict, "a/twin.md", "b/twin.md")
	done, err := v.Rename(t.Context(), "b/twin", "only")
	if err != nil || !slices.Equal(done.Changed, []string{"b/x"}) {
		t.Errorf("renamed %+v, %v", done, err)
	}
	v.has("b/x", "[[only]] beside me [[a/twin]]")
	v.has("b/only", "[[a/twin]] is not me")
	v.has("c", "[[twin]] the first")
	v.has("a/twin", "[[twin]] is me")

	// A card can be moved to another folder; its links to itself go along.
	done, err = v.Rename(t.Context(), "twin", "deep/er/last.md")
	if err != nil || done.New != "deep/er/last" || !slices.Equal(done.Changed, []string{"b/only", "b/x", "c", "deep/er/last"}) {
		t.Errorf("renamed %+v, %v", done, err)
	}
	v.has("deep/er/last", "[[last]] is me")
	v.has("b/only", "[[deep/er/last]] is not me")
	v.lists("b/only b/x c deep/er/last")
}

// A card that only moves keeps its slug, and so do the links that name it by
// that, however they write it: what they show stays. A path has a new folder,
// and nothing else.
func TestRenameIntoAnotherFolderKeepsWhatLinksShow(t *testing.T) {
	for _, c := range []struct{ form, want string }{
		{"[[search]] [[Search]] [[SEARCH|x]] [[Search#h]] ![[Search]]", "[[search]] [[Search]] [[SEARCH|x]] [[Search#h]] ![[Search]]"},
		{"[[Search.md]] [[[Search]]]", "[[Search.md]] [[[Search]]]"},
		{"[[Full Text]] [[full_text]] [[The Alias]]", "[[Full Text]] [[full_text]] [[The Alias]]"},
		{"[[old/search]] [[/old/search]]", "[[new/folder/search]] [[/new/folder/search]]"},
		{"[[old/Search]] [[Old/SEARCH#h|x]] [[./old/Search.md]]", "[[new/folder/Search]] [[new/folder/SEARCH#h|x]] [[new/folder/Search.md]]"},
	} {
		v := newVault(t, map[string]string{
			"old/search": "---\ntitle: Full text\naliases: The Alias\n---\n[[Search]] is me\n",
			"other":      c.form,
		})
		done, err := v.Rename(t.Context(), "search", "new/folder/search")
		if err != nil || done.New != "new/folder/search" || len(done.Changed) > 1 {
			t.Errorf("%q: renamed %+v, %v", c.form, done, err)
		}
		v.has("other", c.want)
		v.has("new/folder/search", "---\ntitle: Full text\naliases: The Alias\n---\n[[Search]] is me\n")
	}
}

// Where names differ by case alone there is one file of both on many systems.
func TestRenameRefusesAnotherCaseOfACard(t *testing.T) {
	v := newVault(t, map[string]string{"search": "kept", "card": "x", "own": "[[own]] [[OWN]]"})
	for _, slug := range []string{"Search", "sub/SEARCH"} {
		_, err := v.Rename(t.Context(), "card", slug)
		v.fails(err, agmem.Conflict, "search")
	}
	v.has("search", "kept")
	done, err := v.Rename(t.Context(), "own", "Own") // its own name may change case
	if err != nil || done.New != "Own" {
		t.Errorf("renamed %+v, %v", done, err)
	}
	v.has("Own", "[[Own]] [[OWN]]")
}

func TestRenameRefuses(t *testing.T) {
	v := newVault(t, map[string]string{"card": "x", "sub/taken": "y", "links": "[[card]]"})
	for slug, kind := range map[string]agmem.Kind{
		"taken": agmem.Conflict, "sub/taken": agmem.Conflict, "other/taken": agmem.Conflict,
		"card": agmem.Invalid, "../out": agmem.Invalid, "a b": agmem.Invalid, "": agmem.Invalid, "CON": agmem.Invalid, "/x": agmem.Invalid,
	} {
		_, err := v.Rename(t.Context(), "card", slug)
		v.fails(err, kind)
	}
	_, err := v.Rename(t.Context(), "none", "new")
	v.fails(err, agmem.NotFound, "Card not found: none")
	v.lists("card links sub/taken")
	v.has("links", "[[card]]")
	if left := v.journals(); len(left) > 0 {
		t.Error("a refused rename left its journal", left)
	}
}

// A rename that was cut off is finished by the next command, wherever it was.
func TestRecover(t *testing.T) {
	const journal = `{"old":"sub/old","new":"sub/new"}`
	linked := func(name string) map[string]string {
		return map[string]string{"a": "[[" + name + "]]", "b": "[[sub/" + name + "|x]]", "sub/" + name: "[[" + name + "#h]]"}
	}
	half := linked("old")
	half["a"] = "[[new]]"
	moved := linked("new")
	for name, texts := range map[string]map[string]string{
		"before anything": linked("old"), "half of the links": half, "all but the journal": moved,
	} {
		v := newVault(t, texts)
		v.begin(journal)
		done, err := v.Recover(t.Context())
		if err != nil || done == nil || done.New != "sub/new" || done.Old != "sub/old" {
			t.Errorf("%s: recovered %+v, %v", name, done, err)
		}
		v.lists("a b sub/new")
		v.has("a", "[[new]]")
		v.has("b", "[[sub/new|x]]")
		v.has("sub/new", "[[new#h]]")
		if done, err := v.Recover(t.Context()); done != nil || err != nil {
			t.Errorf("%s: recovered again: %+v, %v", name, done, err)
		}
	}
	v := newVault(t, linked("old"))
	v.begin("{")
	_, err := v.Recover(t.Context())
	v.fails(err, agmem.Corrupt, ".rename.json")
	v.lists("a b sub/old")
}

// A link that is rewritten already is left alone, though its words are those
// of the title.
func TestRecoverKeepsWhatIsRewritten(t *testing.T) {
	v := newVault(t, map[string]string{"ds": "---\ntitle: Data Science\n---\n", "a": "[[data-science]] [[ds]]"})
	v.begin(`{"old":"ds","new":"data-science"}`)
	if _, err := v.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.has("a", "[[data-science]] [[data-science]]")
}

// A card that was written under the new slug since is not replaced.
func TestRecoverReplacesNothing(t *testing.T) {
	v := newVault(t, map[string]string{"old": "1", "new": "2", "a": "[[old]] [[new]]"})
	v.begin(`{"old":"old","new":"new"}`)
	_, err := v.Recover(t.Context())
	v.fails(err, agmem.Conflict, "old", "new")
	v.has("old", "1")
	v.has("new", "2")
	v.has("a", "[[old]] [[new]]")
	v.ok(os.Rename(v.file("new"), v.file("newer")))
	if done, err := v.Recover(t.Context()); done == nil || err != nil {
		t.Errorf("recovered %+v, %v", done, err)
	}
	v.lists("a new newer")
	v.has("new", "1")
}

// A journal that came from elsewhere can only name cards.
func TestRecoverStaysAmongTheCards(t *testing.T) {
	v := newVault(t, map[string]string{"card": "x"})
	outside := filepath.Join(v.Home(), "outside.md")
	v.ok(os.WriteFile(outside, []byte("precious"), 0o600))
	for _, journal := range []string{
		`{"old":"card","new":"../outside"}`, `{"old":"../outside","new":"card2"}`, `{"old":"card","new":""}`, `{}`, `[]`,
		`{"old":"card","new":"/tmp/x"}`, `{"old":"card","new":".hidden"}`, `{"old":"card","new":"sub/.x/y"}`, `{"old":".git/x","new":"y"}`,
		`{"old":"card","new":"a\nb"}`, `{"old":"card","new":"a]]b"}`, `{"old":"card","new":"a|b"}`, `{"old":"card","new":"-x"}`,
	} {
		v.begin(journal)
		_, err := v.Recover(t.Context())
		if text, readErr := os.ReadFile(outside); readErr != nil || string(text) != "precious" {
			t.Fatalf("%s: the file outside holds %q, %v; %v", journal, text, readErr, err)
		}
		v.has("card", "x")
		v.fails(err, agmem.Corrupt, ".rename.json")
	}
}
