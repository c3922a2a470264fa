package fileindex_test

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/fileindex"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/recall"
	"github.com/agmem/agmem/internal/storetest"
)

// noon is the time of these tests.
func noon() time.Time { return time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC) }

func day(n int) agmem.Instant { return agmem.InstantOf(noon().AddDate(0, 0, -n)) }

// shelf is one file with the documents of a test, each with a name for a key.
func shelf(t *testing.T, documents ...fileindex.Document) *fileindex.Index {
	t.Helper()
	slices.SortFunc(documents, func(a, b fileindex.Document) int { return strings.Compare(a.Key, b.Key) })
	v := &vault{
		files:     []fileindex.File{{Name: "a", Stamp: fileindex.Stamp{Size: 1, MTime: 1}}},
		documents: map[string][]fileindex.Document{"a": documents},
	}
	return newIndex(t, cachePath(t), v, fileindex.Options{Now: noon})
}

func doc(key, content string, tags ...string) fileindex.Document {
	return fileindex.Document{Key: key, Text: recall.Document{Content: content, Tags: tags}, CreatedAt: day(1)}
}

func birds(t *testing.T) *fileindex.Index {
	t.Helper()
	old, gone, soon := doc("old", "a heron of long ago"), doc("gone", "a heron that was"), doc("soon", "a heron that goes soon", "Water")
	old.CreatedAt = day(400)
	gone.ExpiresAt, soon.ExpiresAt = day(0), day(-1)
	titled := doc("titled", "it stands in the reeds")
	titled.Text.Digest, titled.Text.Author = "The heron", "mira"
	old.Names, gone.Names, titled.Names = []string{"heron", "old"}, []string{"heron"}, []string{"heron", "reed"}
	old.Extra, gone.Extra, titled.Extra = "an extra", "of what has expired", "another\x00\x1f"
	return shelf(t, old, gone, soon, titled, doc("otter", "the otter swims", "water", "Fur"),
		doc("fur", "a heron has no fur", "fur", "water"))
}

func TestSearch(t *testing.T) {
	x := birds(t)
	for _, test := range []struct {
		name  string
		query agmem.Query
		want  string // in any order
	}{
		{"words, digests; not the expired", agmem.Query{Text: "heron"}, "fur old soon titled"},
		{"a misspelt word", agmem.Query{Text: "herron"}, "fur old soon titled"},
		{"tags are words", agmem.Query{Text: "water"}, "fur otter soon"},
		{"authors are words", agmem.Query{Text: "mira"}, "titled"},
		{"a phrase", agmem.Query{Text: `"heron that"`}, "soon"},
		{"an exclusion", agmem.Query{Text: "heron -fur"}, "old soon titled"},
		{"a prefix", agmem.Query{Text: "swi*"}, "otter"},
		{"a tag, folded", agmem.Query{Text: "heron", Filter: agmem.Filter{Tags: []string{"WATER"}}}, "fur soon"},
		{"two tags", agmem.Query{Text: "heron", Filter: agmem.Filter{Tags: []string{"water", "fur"}}}, "fur"},
		{"a tag that nobody has", agmem.Query{Text: "heron", Filter: agmem.Filter{Tags: []string{"wate"}}}, ""},
		{"after", agmem.Query{Text: "heron", Filter: agmem.Filter{After: day(1)}}, "fur soon titled"},
		{"before excludes its instant", agmem.Query{Text: "heron", Filter: agmem.Filter{Before: day(1)}}, "old"},
		{"a named day", agmem.Query{Text: "what was on 9 March 2026?"}, "fur otter soon titled"},
		{"a named day and a tag", agmem.Query{Text: "9 March 2026", Filter: agmem.Filter{Tags: []string{"Fur"}}}, "fur otter"},
		{"no word of it", agmem.Query{Text: "zzzzz"}, ""},
		{"punctuation alone", agmem.Query{Text: "?"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.query.Limit = 10
			found, err := x.Search(t.Context(), test.query)
			ok(t, err)
			var keys []string
			for _, f := range found {
				keys = append(keys, f.Key)
			}
			slices.Sort(keys)
			if got := strings.Join(keys, " "); got != test.want {
				t.Errorf("found %q, want %q", got, test.want)
			}
		})
	}
}

func TestSearchIsExplained(t *testing.T) {
	found, err := birds(t).Search(t.Context(), agmem.Query{Text: "herron reeds", Limit: 2, Explain: true})
	ok(t, err)
	if len(found) != 2 || found[0].Key != "titled" || found[0].Score <= found[1].Score || found[0].Score > 1 {
		t.Fatalf("found %+v", found)
	}
	first := found[0]
	if want := (agmem.Correction{From: "herron", To: "heron"}); !slices.Equal(first.Corrected, []agmem.Correction{want}) {
		t.Errorf("corrected %v", first.Corrected)
	}
	if first.Explanation == nil || first.Explanation.RRF != 1.0/61 || len(first.Explanation.Reasons) < 2 {
		t.Errorf("explained by %+v", first.Explanation)
	}
	if first.Text.Digest != "The heron" || first.Text.Author != "mira" || first.File != "a" || first.CreatedAt != day(1) {
		t.Errorf("entry %+v", first.Entry)
	}
	few, err := birds(t).Search(t.Context(), agmem.Query{Text: "herron reeds", Limit: 10, MinScore: found[1].Score + 1e-9})
	if err != nil || len(few) != 1 || few[0].Explanation != nil {
		t.Errorf("%d have a higher score, %v", len(few), err)
	}
	for _, q := range []agmem.Query{{Text: " ", Limit: 1}, {Text: "x"}} {
		if _, err := birds(t).Search(t.Context(), q); agmem.KindOf(err) != agmem.Usage {
			t.Errorf("%+v: %v", q, err)
		}
	}
}

// Many expired documents with better scores must not hide the one that is
// alive.
func TestSearchGoesOnBeyondTheExpired(t *testing.T) {
	var all []fileindex.Document
	for i := range 2000 {
		d := doc(fmt.Sprint("gone", i), "heron")
		d.ExpiresAt = day(1)
		all = append(all, d)
	}
	x := shelf(t, append(all, doc("alive", "among many words that say little there is a heron"))...)
	if got := ask(t, x, "heron"); got != "a/alive" {
		t.Errorf("found %q", got)
	}
}

// The same texts give the same answers as memories and as documents.
func TestSearchLikeMemories(t *testing.T) {
	const documents = 400
	v := newVault(1, documents)
	var texts []agmem.Memory
	for i, d := range v.documents[v.files[0].Name] {
		d.CreatedAt = agmem.InstantOf(noon()) - agmem.Instant(i)
		v.documents[v.files[0].Name][i] = d
		texts = append(texts, agmem.Memory{
			ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", documents-i), Content: d.Text.Content, CreatedAt: d.CreatedAt,
		})
	}
	slices.Reverse(texts)
	store, err := memories.Open(t.Context(), filepath.Join(t.TempDir(), "agmem.db"), memories.Options{Now: noon})
	ok(t, err)
	t.Cleanup(func() { ok(t, store.Close()) })
	_, err = store.Import(t.Context(), storetest.Sequence(texts...), agmem.ImportOptions{})
	ok(t, err)
	x := newIndex(t, cachePath(t), v, fileindex.Options{Now: noon})
	for _, i := range []int{3, 77, 250, 399} {
		words := strings.Fields(texts[i].Content)
		for _, text := range []string{words[3], strings.Join(words[5:9], " "), `"` + words[1] + " " + words[2] + `"`, words[7] + "x"} {
			q := agmem.Query{Text: text, Limit: 20}
			found, err := x.Search(t.Context(), q)
			ok(t, err)
			hits, err := store.Search(t.Context(), q)
			ok(t, err)
			if len(found) != len(hits) || len(hits) == 0 {
				t.Fatalf("%q: %d documents, %d memories", text, len(found), len(hits))
			}
			for n, f := range found {
				if f.Text.Content != hits[n].Digest || math.Abs(f.Score-hits[n].Score) > 1e-9 {
					t.Fatalf("%q, place %d: document %s %v, memory %v", text, n, f.Key, f.Score, hits[n])
				}
			}
		}
	}
}

// A limit may say "all", and costs no more than there is.
func TestSearchForAll(t *testing.T) {
	for _, limit := range []int{5, 6, 7, 1 << 40} {
		found, err := birds(t).Search(t.Context(), agmem.Query{Text: "heron otter", Limit: limit})
		if err != nil || len(found) != 5 {
			t.Errorf("limit %d: %d found, %v", limit, len(found), err)
		}
	}
}

func TestSearchSaysHowManyWordsAreMissing(t *testing.T) {
	x := shelf(t, doc("both", "a heron in the reeds"), doc("one", "a heron"), doc("none", "an otter"))
	found, err := x.Search(t.Context(), agmem.Query{Text: "the heron in zebra reeds", Limit: 10})
	if err != nil || len(found) != 2 || found[0].Key != "both" || found[0].Missing != 0 || found[1].Missing != 1 {
		t.Errorf("found %+v, %v", found, err)
	}
}

func TestLookups(t *testing.T) {
	x := birds(t)
	if n, err := x.Count(t.Context()); n != 5 || err != nil {
		t.Errorf("%d documents, %v", n, err)
	}
	tags, err := x.Tags(t.Context())
	want := []agmem.TagCount{{Tag: "Water", Count: 3}, {Tag: "Fur", Count: 2}}
	if !slices.Equal(tags, want) || err != nil {
		t.Errorf("tags %v, %v; want %v", tags, err, want)
	}
	e, found, err := x.Get(t.Context(), "a", "gone")
	if !found || err != nil || e.ExpiresAt != day(0) || e.Text.Content != "a heron that was" || e.CreatedAt != day(1) {
		t.Errorf("got %+v, %v, %v", e, found, err)
	}
	var keys []string
	err = x.View(t.Context(), func(ctx context.Context, v *fileindex.View) error {
		entries, err := v.Extras(ctx)
		keys = nil
		for _, e := range entries {
			keys = append(keys, e.File+" "+e.Key+" "+e.Extra)
		}
		return err
	})
	slices.Sort(keys)
	if got := strings.Join(keys, "|"); got != "a old an extra|a titled another\x00\x1f" || err != nil {
		t.Errorf("each is %q, %v", got, err)
	}
	err = x.View(t.Context(), func(ctx context.Context, v *fileindex.View) error {
		if files := v.Files(); len(files) != 1 || files[0].Name != "a" {
			t.Errorf("the files are %v", files)
		}
		for names, want := range map[string]string{"heron": "old titled", "reed": "titled", "old heron reed none": "old titled", "none": "", "": ""} {
			entries, err := v.Named(ctx, strings.Fields(names))
			ok(t, err)
			if got := keysOf(entries); got != want {
				t.Errorf("%q names %q, want %q", names, got, want)
			}
		}
		for tag, want := range map[string]string{"fur": "fur otter", "water": "fur otter soon", "none": ""} {
			entries, err := v.In(ctx, []string{"a", "b"}, agmem.Filter{Tags: []string{tag}})
			ok(t, err)
			if got := keysOf(entries); got != want {
				t.Errorf("in the file there are %q with the tag %s, want %q", got, tag, want)
			}
		}
		return nil
	})
	ok(t, err)
	if e, found, err := x.Get(t.Context(), "b", "gone"); found || err != nil || e.Key != "" {
		t.Errorf("got %+v, %v, %v", e, found, err)
	}
}

func keysOf(entries []fileindex.Entry) string {
	keys := make([]string, len(entries))
	for i, e := range entries {
		keys[i] = e.Key
	}
	slices.Sort(keys)
	return strings.Join(keys, " ")
}

func TestList(t *testing.T) {
	x := birds(t)
	for _, test := range []struct {
		name    string
		listing agmem.Listing
		want    string
	}{
		{"the latest first, then by key", agmem.Listing{Limit: 10}, "fur otter soon titled old"},
		{"by access, which is none", agmem.Listing{Limit: 10, Sort: agmem.ByAccess}, "fur otter soon titled old"},
		{"a page", agmem.Listing{Limit: 2, Offset: 1}, "otter soon"},
		{"beyond the end", agmem.Listing{Limit: 2, Offset: 9}, ""},
		{"a page of a tag", agmem.Listing{Limit: 1, Offset: 1, Filter: agmem.Filter{Tags: []string{"water"}}}, "otter"},
		{"before", agmem.Listing{Limit: 9, Filter: agmem.Filter{Before: day(1)}}, "old"},
	} {
		t.Run(test.name, func(t *testing.T) {
			list, err := x.List(t.Context(), test.listing)
			ok(t, err)
			var keys []string
			for _, e := range list {
				keys = append(keys, e.Key)
			}
			if got := strings.Join(keys, " "); got != test.want {
				t.Errorf("listed %q, want %q", got, test.want)
			}
		})
	}
	if _, err := x.List(t.Context(), agmem.Listing{}); agmem.KindOf(err) != agmem.Usage {
		t.Errorf("a listing of nothing: %v", err)
	}
}

// Names and keys may be of any bytes that a file or a JSON text can hold.
func TestOddNames(t *testing.T) {
	names := []string{"a", "a/b", "ä", "\xff", "'", "a\nb", "Z", "\x01"}
	v := &vault{documents: make(map[string][]fileindex.Document)}
	var want []string
	for i, name := range names {
		v.files = append(v.files, fileindex.File{Name: name, Stamp: fileindex.Stamp{MTime: 1}})
		for _, key := range []string{"", "\x00", "a:b", "k", "ключ"} {
			v.documents[name] = append(v.documents[name], fileindex.Document{
				Key: key, Extra: "\x00" + name, Text: recall.Document{Content: fmt.Sprintf("heron %d\x00 and more", i)},
			})
			want = append(want, fmt.Sprintf("%q %q", name, key))
		}
	}
	x := newIndex(t, cachePath(t), v, fileindex.Options{})
	for range 2 {
		list, err := x.List(t.Context(), agmem.Listing{Limit: 100})
		ok(t, err)
		var got []string
		for _, e := range list {
			got = append(got, fmt.Sprintf("%q %q", e.File, e.Key))
			if e.Extra != "\x00"+e.File || !strings.HasSuffix(e.Text.Content, "and more") {
				t.Errorf("entry %+v", e)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("listed\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		numbers(t, x, int64(len(want)), int64(len(want)))
		v.files[0].Stamp.MTime++
	}
}
