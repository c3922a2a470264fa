package memories_test

import (
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/testsize"
)

// notes is a file: headings and texts, alternately.
func notes(path string, parts ...string) agmem.FileContents {
	f := agmem.FileContents{Path: path}
	for i := 0; i+1 < len(parts); i += 2 {
		f.Memories = append(f.Memories, agmem.Memory{
			Content: parts[i+1], Digest: parts[i] + " › " + parts[i+1], Origin: agmem.Origin{File: path, Heading: parts[i]},
		})
	}
	return f
}

func sequenceOf(files ...agmem.FileContents) iter.Seq2[agmem.FileContents, error] {
	return func(yield func(agmem.FileContents, error) bool) {
		for _, f := range files {
			if !yield(f, nil) {
				return
			}
		}
	}
}

// importFiles rehearses an import of files, does it, and returns what both said.
func importFiles(t *testing.T, s *memories.Store, opts agmem.ImportOptions, files ...agmem.FileContents) agmem.ImportReport {
	t.Helper()
	opts.DryRun = true
	rehearsed, err := s.ImportFiles(t.Context(), sequenceOf(files...), opts)
	if err != nil {
		t.Fatal(err)
	}
	opts.DryRun = false
	report, err := s.ImportFiles(t.Context(), sequenceOf(files...), opts)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(rehearsed) != fmt.Sprint(report) {
		t.Errorf("the dry run said\n%+v, the import\n%+v", rehearsed, report)
	}
	sound(t, s)
	return report
}

// said is what a store has: a line for each memory, in the order of numbers.
func said(t *testing.T, s *memories.Store) string {
	t.Helper()
	var lines []string
	for _, m := range export(t, s) {
		lines = append(lines, fmt.Sprintf("%s/%s: %s", m.Origin.File, m.Origin.Heading, m.Content))
	}
	return strings.Join(lines, "\n")
}

func wantSaid(t *testing.T, s *memories.Store, want ...string) {
	t.Helper()
	if got := said(t, s); got != strings.Join(want, "\n") {
		t.Errorf("the store has\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

func idOf(t *testing.T, s *memories.Store, content string) string {
	t.Helper()
	all := export(t, s)
	i := slices.IndexFunc(all, func(m agmem.Memory) bool { return m.Content == content })
	if i < 0 {
		t.Fatalf("nothing says %q:\n%s", content, said(t, s))
	}
	return all[i].ID
}

func openFresh(t *testing.T) *memories.Store {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "agmem.db"), memories.Options{})
}

func TestFilesEditedAgain(t *testing.T) {
	s := openFresh(t)
	f := func(parts ...string) agmem.FileContents { return notes("/CLAUDE.md", parts...) }
	r := importFiles(t, s, agmem.ImportOptions{}, f("Build", "run make test before a commit", "Build", "the build needs Go 1.25", "Style", "tabs, not spaces"))
	if r.Added != 3 {
		t.Fatalf("%+v", r)
	}
	id := idOf(t, s, "the build needs Go 1.25")
	if r := importFiles(t, s, agmem.ImportOptions{}, f("Build", "run make test before a commit", "Build", "the build needs Go 1.25", "Style", "tabs, not spaces")); r.Unchanged != 3 || r.Added+r.Updated+r.Removed != 0 {
		t.Fatalf("the same again: %+v", r)
	}
	// Rewritten, gone, moved below another heading, and new.
	r = importFiles(t, s, agmem.ImportOptions{}, f("Build", "the build needs Go 1.26", "Layout", "tabs, not spaces", "Layout", "one package, one subject"))
	if r.Updated != 2 || r.Removed != 1 || r.Added != 1 {
		t.Fatalf("%+v", r)
	}
	wantSaid(t, s, "/CLAUDE.md/Build: the build needs Go 1.26", "/CLAUDE.md/Layout: tabs, not spaces", "/CLAUDE.md/Layout: one package, one subject")
	if idOf(t, s, "the build needs Go 1.26") != id {
		t.Error("the rewritten memory has another id")
	}
	// What the file has again comes back: nobody deleted it here.
	if r := importFiles(t, s, agmem.ImportOptions{}, f("Build", "run make test before a commit")); r.Added != 1 || r.Removed != 3 {
		t.Fatalf("%+v", r)
	}
	// One undo takes back the import as a whole.
	if _, err := s.Undo(t.Context(), agmem.UndoOptions{Any: true}); err != nil {
		t.Fatal(err)
	}
	wantSaid(t, s, "/CLAUDE.md/Build: the build needs Go 1.26", "/CLAUDE.md/Layout: tabs, not spaces", "/CLAUDE.md/Layout: one package, one subject")
	sound(t, s)
}

// Somebody's own change of what a file said wins over the file.
func TestFilesKeepWhatWasChangedByHand(t *testing.T) {
	s := openFresh(t)
	f := func(parts ...string) agmem.FileContents { return notes("/CLAUDE.md", parts...) }
	importFiles(t, s, agmem.ImportOptions{}, f("A", "deploy on Tuesdays only", "A", "use the staging database", "B", "reviews need two people"))
	mine := "deploy on Wednesdays only"
	if _, err := s.Update(t.Context(), idOf(t, s, "deploy on Tuesdays only"), agmem.Patch{Content: &mine}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Update(t.Context(), idOf(t, s, "reviews need two people"), agmem.Patch{Tags: &[]string{"team"}}); err != nil {
		t.Fatal(err)
	}
	if r := importFiles(t, s, agmem.ImportOptions{}, f("A", "deploy on Tuesdays only", "A", "use the staging database", "B", "reviews need two people")); r.Unchanged != 3 {
		t.Fatalf("the same file: %+v", r)
	}
	r := importFiles(t, s, agmem.ImportOptions{}, f("A", "deploy on Thursdays only", "A", "use the staging database"))
	if r.Edited != 2 || len(r.KeptEdited) != 2 || r.Added+r.Updated+r.Removed != 0 {
		t.Fatalf("%+v", r)
	}
	wantSaid(t, s, "/CLAUDE.md/A: deploy on Wednesdays only", "/CLAUDE.md/A: use the staging database", "/CLAUDE.md/B: reviews need two people")
	// Once the file says the same, it is the file's again.
	importFiles(t, s, agmem.ImportOptions{}, f("A", mine))
	if r := importFiles(t, s, agmem.ImportOptions{}, f("A", "deploy on Fridays only")); r.Updated != 1 {
		t.Fatalf("%+v", r)
	}
}

// What was deleted here does not come back, under whatever name of its text.
func TestFilesDoNotBringBackWhatWasDeleted(t *testing.T) {
	s := openFresh(t)
	f := notes("/CLAUDE.md", "A", "the first", "A", "the second thing")
	importFiles(t, s, agmem.ImportOptions{}, f)
	edited := "the second thing, as it is here"
	id := idOf(t, s, "the second thing")
	if _, err := s.Update(t.Context(), id, agmem.Patch{Content: &edited}); err != nil {
		t.Fatal(err)
	}
	for _, purge := range []bool{false, true} {
		if _, err := s.Delete(t.Context(), []string{id}, agmem.DeleteOptions{Purge: purge}); err != nil {
			t.Fatal(err)
		}
		if r := importFiles(t, s, agmem.ImportOptions{}, f); r.Tombstoned != 1 || r.Added != 0 {
			t.Fatalf("purged %v: %+v", purge, r)
		}
	}
	// Nor from a copy of the file, nor after a reindex.
	if _, err := s.Run(t.Context(), "reindex", nil); err != nil {
		t.Fatal(err)
	}
	if r := importFiles(t, s, agmem.ImportOptions{}, notes("/copy/CLAUDE.md", "A", "the second thing")); r.Tombstoned != 1 {
		t.Fatalf("%+v", r)
	}
	wantSaid(t, s, "/CLAUDE.md/A: the first")
	if r := importFiles(t, s, agmem.ImportOptions{Revive: true}, f); r.Revived != 1 {
		t.Fatalf("%+v", r)
	}
	wantSaid(t, s, "/CLAUDE.md/A: the first", "/CLAUDE.md/A: the second thing")
}

// A memory that came from elsewhere is not the file's, and goes with no edit of it.
func TestFilesLeaveWhatCameFromElsewhere(t *testing.T) {
	s := openFresh(t)
	if _, _, err := s.Add(t.Context(), agmem.Draft{Content: "tabs, not spaces"}); err != nil {
		t.Fatal(err)
	}
	importFiles(t, s, agmem.ImportOptions{}, notes("/a.md", "S", "tabs, not spaces", "S", "short functions"), notes("/b.md", "S", "short functions", "S", "long names"))
	wantSaid(t, s, "/: tabs, not spaces", "/a.md/S: short functions", "/b.md/S: long names")
	if r := importFiles(t, s, agmem.ImportOptions{}, notes("/a.md"), notes("/b.md", "S", "short functions")); r.Removed != 2 || r.Added != 1 {
		t.Fatalf("%+v", r)
	}
	wantSaid(t, s, "/: tabs, not spaces", "/b.md/S: short functions")
}

// A text can be rewritten to one that is here already, or was deleted here.
func TestFilesRewrittenToWhatIsKnown(t *testing.T) {
	s := openFresh(t)
	if _, _, err := s.Add(t.Context(), agmem.Draft{Content: "the answer is 42"}); err != nil {
		t.Fatal(err)
	}
	gone, _, err := s.Add(t.Context(), agmem.Draft{Content: "the answer is 43"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Delete(t.Context(), []string{gone.ID}, agmem.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	importFiles(t, s, agmem.ImportOptions{}, notes("/a.md", "S", "the answer is 41"))
	if r := importFiles(t, s, agmem.ImportOptions{}, notes("/a.md", "S", "the answer is 42")); r.Removed != 1 || r.Unchanged != 1 {
		t.Fatalf("%+v", r)
	}
	wantSaid(t, s, "/: the answer is 42")
	importFiles(t, s, agmem.ImportOptions{}, notes("/a.md", "S", "the answer is 40"))
	if r := importFiles(t, s, agmem.ImportOptions{}, notes("/a.md", "S", "the answer is 43")); r.Removed != 1 || r.Tombstoned != 1 {
		t.Fatalf("%+v", r)
	}
	wantSaid(t, s, "/: the answer is 42")
}

// An export keeps the place, and the file replaces there what it brought.
func TestFilesAfterAnExport(t *testing.T) {
	s, other := openFresh(t), openFresh(t)
	importFiles(t, s, agmem.ImportOptions{}, notes("/a.md", "S", "the answer is 41"))
	if _, err := other.Import(t.Context(), func(yield func(agmem.Memory, error) bool) {
		for _, m := range export(t, s) {
			yield(m, nil)
		}
	}, agmem.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	if r := importFiles(t, other, agmem.ImportOptions{}, notes("/a.md", "S", "the answer is 42")); r.Updated != 1 {
		t.Fatalf("%+v", r)
	}
	wantSaid(t, other, "/a.md/S: the answer is 42")
}

// A file of many texts that all changed is taken in a time that grows with its size.
func TestFilesOfManyTexts(t *testing.T) {
	s := openFresh(t)
	file := func(word string) agmem.FileContents {
		f := agmem.FileContents{Path: "/long.md"}
		for i := range testsize.Of(20_000, 1000) {
			f.Memories = append(f.Memories, agmem.Memory{Content: fmt.Sprintf("%s is the word number %d", word, i)})
		}
		return f
	}
	first := importFiles(t, s, agmem.ImportOptions{}, file("one"))
	second := importFiles(t, s, agmem.ImportOptions{}, file("two"))
	if second.Removed+second.Updated != first.Added || second.Added != second.Removed {
		t.Fatalf("%+v, then %+v", first, second)
	}
}
