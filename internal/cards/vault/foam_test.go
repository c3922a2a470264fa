package vault_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/cards/wikilink"
	"github.com/agmem/agmem/internal/frontmatter"
)

// foam returns a copy of a real vault, the documentation of Foam, and the
// paths of its cards.
func foam(t *testing.T) (*fixture, []string) {
	t.Helper()
	data := os.Getenv("AGMEM_TESTDATA")
	if data == "" {
		t.Skip("AGMEM_TESTDATA is not set: a real vault (docs/ of foambubble/foam) is not tested")
	}
	v := newVault(t, nil)
	v.ok(os.CopyFS(v.Folder(), os.DirFS(filepath.Join(data, "vault", "foam-docs"))))
	var names []string
	v.ok(filepath.WalkDir(v.Folder(), func(file string, e fs.DirEntry, err error) error {
		if name, ok := strings.CutSuffix(file, ".md"); ok && err == nil {
			below, _ := filepath.Rel(v.Folder(), name)
			names = append(names, filepath.ToSlash(below))
		}
		return err
	}))
	slices.Sort(names)
	if len(names) < 80 {
		t.Fatalf("the vault has %d cards", len(names))
	}
	return v, names
}

func TestFoamIsRead(t *testing.T) {
	v, names := foam(t)
	v.lists(strings.Join(names, " "))
	for _, name := range names {
		got, err := v.read("/" + name)
		if err != nil || got != v.text(name) {
			t.Errorf("%s reads %d bytes, %v; its file has %d", name, len(got), err, len(v.text(name)))
		}
	}
	all, err := v.All(t.Context())
	v.ok(err)
	for _, c := range all {
		if c.Title == "" || strings.Contains(c.Title, "\n") || c.Problem != "" {
			t.Errorf("%s: title %q, problem %q", c.Path, c.Title, c.Problem)
		}
	}
}

// With the fields that a card must have, what is read can be written back and
// nothing but `modified` changes, with either line break.
func TestFoamRoundTrip(t *testing.T) {
	v, names := foam(t)
	modified := regexp.MustCompile(`(?m)^modified: 2027-01-15\r?\n`)
	for _, name := range names {
		complete := []byte(v.text(name))
		for _, field := range [][2]string{{"title", "A title: of " + name}, {"created", "2026-03-18"}, {"source", "manual"}} {
			block, ok := frontmatter.Cut(complete)
			fields, err := frontmatter.Parse(complete[block.YAML.Start:block.YAML.End])
			v.ok(err)
			if !ok || fields.Text(field[0]) == "" {
				complete, err = frontmatter.Set(complete, field[0], field[1])
				v.ok(err)
			}
		}
		for _, text := range []string{string(complete), strings.ReplaceAll(string(complete), "\n", "\r\n")} {
			v.put(name, text)
			for range 2 { // the second time nothing changes at all
				before, err := v.read("/" + name)
				v.ok(err)
				at, err := v.Write(t.Context(), "/"+name, []byte(before))
				if at != name || err != nil {
					t.Fatalf("%s was written to %q, %v", name, at, err)
				}
				after := v.text(name)
				places := modified.FindAllStringIndex(after, -1)
				if len(places) != 1 || after[:places[0][0]]+after[places[0][1]:] != text {
					t.Errorf("%s: more than one line has changed:\n%.400q\n%.400q", name, text, after)
				}
			}
		}
	}
}

// Every link of the vault leads to the file that has its name, except those
// of the golden file. That these are broken was checked without this
// program: a CommonMark parser (goldmark) finds the same 199 [[links]] outside
// of code, and no file of the vault has the name, title or alias of the two in
// any case. One of them has a link reference definition, [publishing]: path,
// which is Markdown's way of naming a target and none of [[links]].
func TestFoamLinks(t *testing.T) {
	v, names := foam(t)
	golden, err := os.ReadFile(filepath.Join("testdata", "foam-broken-links.txt"))
	v.ok(err)
	links, broken := checkFoamLinks(t, v, names)
	if broken != string(golden) {
		t.Errorf("links that lead nowhere:\n%swant\n%s", broken, golden)
	}
	if links != 197 {
		t.Errorf("%d links lead somewhere, want 197", links)
	}
	report, err := cards.New(v.Vault).Organize(t.Context(), today())
	if err != nil || len(report.Broken) != strings.Count(broken, "\n") {
		t.Errorf("the report has the broken links %v, %v", report.Broken, err)
	}
}

// checkFoamLinks compares where links lead with the names of the files, for in
// this vault every link is the name of a file. It returns how many lead
// somewhere, and a line for each that does not.
func checkFoamLinks(t *testing.T, v *fixture, names []string) (links int, broken string) {
	t.Helper()
	all, err := v.All(t.Context())
	v.ok(err)
	notes := make([]wikilink.Note, len(all))
	for i, c := range all {
		notes[i] = c.Note()
	}
	resolver := wikilink.NewResolver(notes)
	for _, name := range names {
		for l := range wikilink.All([]byte(v.text(name))) {
			to, by := resolver.Resolve(name, l.Target)
			if by == wikilink.ByNothing {
				broken += name + "\t" + l.Target + "\n"
				continue
			}
			links++
			bearers := 0
			for _, n := range names {
				if path.Base(n) == path.Base(l.Target) {
					bearers++
				}
			}
			beside := path.Join(path.Dir(name), path.Base(l.Target))
			if path.Base(to) != path.Base(l.Target) || bearers > 1 && slices.Contains(names, beside) && to != beside {
				t.Errorf("[[%s]] in %s leads to %s", l.Target, name, to)
			}
		}
	}
	return links, broken
}

// A link in code does not count: the vault explains links in more places than it has
// broken ones.
func TestFoamCodeHoldsNoLinks(t *testing.T) {
	v, _ := foam(t)
	for name, target := range map[string]string{
		"index":                                      "double bracket",  // a code span
		"user/features/backlinking":                  "Neural Networks", // a fence
		"user/features/wikilinks":                    "house/todo",      // a span in a table
		"user/features/foam-queries":                 "project-alpha",   // a fence with a language
		"user/recipes/capture-notes-with-drafts-pro": "line",
	} {
		all, err := v.All(t.Context())
		v.ok(err)
		i := slices.IndexFunc(all, func(c cards.Card) bool { return c.Path == name })
		if i < 0 || !strings.Contains(v.text(name), "[["+target) || slices.Contains(all[i].Links, target) {
			t.Errorf("%s has the link [[%s]]", name, target)
		}
	}
}

// A rename of the most linked card and back again leaves every byte.
func TestFoamRename(t *testing.T) {
	v, names := foam(t)
	before := map[string]string{}
	for _, name := range names {
		before[name] = v.text(name)
	}
	room := cards.New(v.Vault)
	_, stats, err := room.Links(t.Context())
	v.ok(err)
	done, err := v.Rename(t.Context(), stats.MostLinked, "renamed-and-back")
	if err != nil || len(done.Changed) < stats.MostInbound {
		t.Fatalf("renamed %+v, %v; %d cards link to %s", done, err, stats.MostInbound, stats.MostLinked)
	}
	_, renamed, err := room.Links(t.Context())
	if err != nil || renamed.MostLinked != "renamed-and-back" || renamed.MostInbound != stats.MostInbound || renamed.Missing != stats.Missing {
		t.Errorf("the links are %+v, %v; they were %+v", renamed, err, stats)
	}
	_, err = v.Rename(t.Context(), "renamed-and-back", stats.MostLinked)
	v.ok(err)
	for _, name := range names {
		v.has(name, before[name])
	}
}
