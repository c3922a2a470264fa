package storetest

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/agmem/agmem"
)

// lookUp returns the contents that a lookup finds, and checks their total.
func (f *fixture) lookUp(l agmem.Lookup) []string {
	f.Helper()
	if l.Limit == 0 {
		l.Limit = math.MaxInt
	}
	all, err := f.src.Find(f.ctx, l)
	f.ok(err)
	findings := all[len(all)-1]
	if l.Limit == math.MaxInt {
		f.same(fmt.Sprintf("the total of %q", l.Text), findings.Total, int64(len(findings.Found)))
	}
	texts := []string{}
	for i, m := range findings.Found {
		texts = append(texts, f.numbered(m.Number))
		if m.Score < 0 || m.Score > 1 || i > 0 && m.Score > findings.Found[i-1].Score {
			f.Errorf("%q: the score of hit %d is %v", l.Text, i, m.Score)
		}
	}
	return texts
}

// numbered returns the content of a memory.
func (f *fixture) numbered(n int64) string {
	f.Helper()
	list, err := f.src.Browse(f.ctx, agmem.Browsing{Selection: agmem.Selection{Numbers: []int64{n}, Expired: agmem.WithExpired}, Limit: 1})
	f.ok(err)
	if len(list) != 1 {
		f.Fatalf("there is no memory %d", n)
	}
	return list[0].Content
}

func findChecks() []check {
	return slices.Concat(matchChecks(), countChecks(), []check{
		{"words that are taken for others are said, each for each memory", func(f *fixture) {
			f.add("kubernetes pods restart")
			f.add("pods are cheap")
			all, err := f.src.Find(f.ctx, agmem.Lookup{Text: "kuberntes pods", Limit: 9, Matches: []agmem.Match{agmem.MatchSimilar}})
			f.ok(err)
			found := all[0].Found
			f.same("hits", len(found), 2)
			f.same("words", found[0].Words, []agmem.FoundWord{{Word: "kuberntes", As: "kubernetes"}, {Word: "pods", As: "pods"}})
			f.same("words of the other", found[1].Words, []agmem.FoundWord{{Word: "kuberntes"}, {Word: "pods", As: "pods"}})
		}},
		{"a similarity keeps out what is less similar", func(f *fixture) {
			f.add("kubernetes")
			f.same("enough", f.lookUp(agmem.Lookup{Text: "kuberntes", Matches: []agmem.Match{agmem.MatchSimilar}, Similarity: 0.9}), []string{"kubernetes"})
			f.same("too little", f.lookUp(agmem.Lookup{Text: "kuberntes", Matches: []agmem.Match{agmem.MatchSimilar}, Similarity: 0.91}), []string{})
		}},
		{"only a loose lookup takes common words for others", func(f *fixture) {
			f.add("the status of it")
			f.same("not loose", f.lookUp(agmem.Lookup{Text: "static", Matches: []agmem.Match{agmem.MatchSimilar}}), []string{})
			f.same("loose", f.lookUp(agmem.Lookup{Text: "static", Matches: []agmem.Match{agmem.MatchSimilar}, Loose: true, Similarity: 0.6}),
				[]string{"the status of it"})
		}},
		{"after an update and a delete words are found where they are", func(f *fixture) {
			m := f.add("a kingfisher")
			text := "a sparrow"
			f.update(m.ID, agmem.Patch{Content: &text})
			for _, match := range []agmem.Match{agmem.MatchAll, agmem.MatchAny, agmem.MatchSimilar} {
				f.same("the old word", f.lookUp(agmem.Lookup{Text: "kingfisher", Matches: []agmem.Match{match}}), []string{})
				f.same("the new word", f.lookUp(agmem.Lookup{Text: "sparrow", Matches: []agmem.Match{match}}), []string{text})
			}
			f.same("misspelt", f.lookUp(agmem.Lookup{Text: "sparow", Matches: []agmem.Match{agmem.MatchSimilar}}), []string{text})
			f.same("the old word misspelt", f.lookUp(agmem.Lookup{Text: "kingfishre", Matches: []agmem.Match{agmem.MatchSimilar}}), []string{})
			f.delete(m.ID)
			f.same("misspelt, deleted", f.lookUp(agmem.Lookup{Text: "sparow", Matches: []agmem.Match{agmem.MatchSimilar}}), []string{})
		}},
		{"what cannot be looked up is refused", func(f *fixture) {
			for _, l := range []agmem.Lookup{
				{Limit: 1, Matches: []agmem.Match{agmem.MatchAny}},
				{Text: "x", Matches: []agmem.Match{agmem.MatchAny}},
				{Text: "x", Limit: 1},
				{Text: "x", Limit: 1, Matches: []agmem.Match{agmem.MatchAny}, Similarity: math.NaN()},
				{Text: "x", Limit: 1, Matches: []agmem.Match{agmem.MatchAny}, Similarity: 1.1},
			} {
				_, err := f.src.Find(f.ctx, l)
				f.fails(agmem.Usage, err)
			}
		}},
	})
}

// matchChecks are about which memories each match finds.
func matchChecks() []check {
	return []check{
		{"all words, any word, similar words", func(f *fixture) {
			f.add("docker compose starts containers")
			f.add("docker swarm")
			f.add("podman and how it differs from the others")
			for _, c := range []struct {
				text             string
				all, any, likely int
			}{
				{"docker compose", 1, 2, 2},
				{"compose swarm", 0, 2, 2},
				{"dokcer", 0, 0, 2},
				{"dokcer compose", 0, 1, 2},
				{"how does docker compose work", 0, 2, 2},
				{"how from", 1, 1, 1},
				{"docker NOT swarm", 1, 1, 1},
				{"docker OR podman", 3, 3, 3},
				{`"compose starts" docker`, 1, 1, 1},
				{`"compose containers"`, 0, 0, 0},
				{"nothing of this", 0, 0, 0},
			} {
				f.same(c.text+": all", len(f.lookUp(agmem.Lookup{Text: c.text, Matches: []agmem.Match{agmem.MatchAll}})), c.all)
				f.same(c.text+": any", len(f.lookUp(agmem.Lookup{Text: c.text, Matches: []agmem.Match{agmem.MatchAny}})), c.any)
				f.same(c.text+": similar", len(f.lookUp(agmem.Lookup{Text: c.text, Matches: []agmem.Match{agmem.MatchSimilar}})), c.likely)
			}
		}},
	}
}

// countChecks are about what else may answer, and how many answers there are.
func countChecks() []check {
	return []check{
		{"matches are asked until one finds enough", func(f *fixture) {
			f.add("docker compose")
			f.add("docker swarm")
			f.add("kubernetes compose")
			l := agmem.Lookup{
				Text: "docker compose kuberntes", Limit: 9, Matches: []agmem.Match{agmem.MatchAll, agmem.MatchAny, agmem.MatchSimilar},
			}
			for enough, want := range map[int][]int64{0: {0}, 1: {0, 3}, 3: {0, 3}, 4: {0, 3, 3}} {
				l.Enough = enough
				all, err := f.src.Find(f.ctx, l)
				f.ok(err)
				var totals []int64
				for _, findings := range all {
					totals = append(totals, findings.Total)
				}
				f.same(fmt.Sprint("the totals until ", enough), totals, want)
			}
		}},
		{"neighbours in a session do not answer", func(f *fixture) {
			for _, text := range []string{"where is the heron?", "it is at the river, as every morning"} {
				_, _, err := f.src.Add(f.ctx, agmem.Draft{Content: text, Origin: agmem.Origin{Session: "s"}})
				f.ok(err)
			}
			f.same("best", len(f.lookUpBest("heron")), 2)
			f.same("any", f.lookUp(agmem.Lookup{Text: "heron", Matches: []agmem.Match{agmem.MatchAny}}), []string{"where is the heron?"})
		}},
		{"a limit ends the list and leaves the total as it is", func(f *fixture) {
			for i := range 150 {
				f.add(fmt.Sprint("a heron, number ", i), "bird")
			}
			for name, l := range map[string]agmem.Lookup{
				"words":  {Text: "heron", Matches: []agmem.Match{agmem.MatchAll}},
				"phrase": {Text: `"a heron"`, Matches: []agmem.Match{agmem.MatchAll}},
				"tag":    {Text: "heron", Matches: []agmem.Match{agmem.MatchAny}, Selection: agmem.Selection{AnyTags: []string{"BIRD"}}},
			} {
				whole := f.lookUp(l)
				f.same(name, len(whole), 150)
				for _, limit := range []int{1, 59, 61, 149} {
					l.Limit = limit
					f.same("a limit", f.lookUp(l), whole[:limit])
					all, err := f.src.Find(f.ctx, l)
					f.ok(err)
					f.same(name, all[0].Total, int64(150))
				}
			}
		}},
	}
}

// lookUpBest returns what a ranked search finds.
func (f *fixture) lookUpBest(text string) []agmem.Hit {
	f.Helper()
	hits, err := f.src.Search(f.ctx, agmem.Query{Text: text, Limit: 9})
	f.ok(err)
	return hits
}

// browsed returns the contents of a browsing, and checks the count of its
// selection.
func (f *fixture) browsed(b agmem.Browsing) []string {
	f.Helper()
	if b.Limit == 0 {
		b.Limit = math.MaxInt
	}
	list, err := f.src.Browse(f.ctx, b)
	f.ok(err)
	if b.Limit == math.MaxInt && b.Offset == 0 {
		count, err := f.src.CountBrowsed(f.ctx, b.Selection)
		f.ok(err)
		f.same("the count", count, int64(len(list)))
	}
	texts := []string{}
	for _, m := range list {
		texts = append(texts, m.Content)
	}
	return texts
}

func browseChecks() []check {
	return []check{
		{"orders", func(f *fixture) {
			f.browsable()
			f.same("newest", f.browsed(agmem.Browsing{}), []string{"a", "c", "b"})
			f.same("oldest", f.browsed(agmem.Browsing{Ascending: true}), []string{"b", "c", "a"})
			f.same("content", f.browsed(agmem.Browsing{Sort: agmem.ByContent, Ascending: true}), []string{"a", "b", "c"})
			f.same("expiry", f.browsed(agmem.Browsing{Sort: agmem.ByExpiry, Ascending: true}), []string{"c", "b", "a"})
			f.same("latest expiry", f.browsed(agmem.Browsing{Sort: agmem.ByExpiry}), []string{"b", "c", "a"})
			f.same("a page", f.browsed(agmem.Browsing{Limit: 1, Offset: 1}), []string{"c"})
			f.same("behind the end", f.browsed(agmem.Browsing{Limit: 1, Offset: math.MaxInt}), []string{})
		}},
		{"selections", func(f *fixture) {
			all := f.browsable()
			for name, c := range map[string]struct {
				of   agmem.Selection
				want []string
			}{
				"numbers":        {agmem.Selection{Numbers: []int64{all[0].Number, 999}}, []string{"b"}},
				"no number":      {agmem.Selection{Numbers: []int64{}}, []string{}},
				"author":         {agmem.Selection{Author: "x"}, []string{"c"}},
				"unknown author": {agmem.Selection{Author: "z"}, []string{}},
				"any tag":        {agmem.Selection{AnyTags: []string{"T", "zzz"}}, []string{"c", "b"}},
				"no known tag":   {agmem.Selection{AnyTags: []string{"zzz"}}, []string{}},
				"both kinds":     {agmem.Selection{AnyTags: []string{"t"}, Filter: agmem.Filter{Tags: []string{"u"}}}, []string{"c"}},
				"later":          {agmem.Selection{Filter: agmem.Filter{After: all[1].CreatedAt}}, []string{"a", "c"}},
			} {
				f.same(name, f.browsed(agmem.Browsing{Selection: c.of}), c.want)
			}
		}},
		{"expired memories pass where they are asked for", func(f *fixture) {
			f.browsable()
			f.pass(90 * time.Minute)
			f.same("without", f.browsed(agmem.Browsing{}), []string{"a", "b"})
			f.same("only", f.browsed(agmem.Browsing{Selection: agmem.Selection{Expired: agmem.OnlyExpired}}), []string{"c"})
			f.same("with", f.browsed(agmem.Browsing{Selection: agmem.Selection{Expired: agmem.WithExpired}}), []string{"a", "c", "b"})
			census, err := f.src.Census(f.ctx)
			f.ok(err)
			f.same("alive", census.Memories, int64(2))
			f.same("expired", census.Expired, int64(1))
			f.same("authors", census.Authors, []agmem.AuthorCount{{Author: "", Count: 1}, {Author: "y", Count: 1}})
			f.same("tags", census.Tags, []agmem.TagCount{{Tag: "t", Count: 1}})
		}},
		{"browsing counts no access, and shows numbers that stay", func(f *fixture) {
			all := f.browsable()
			f.delete(all[2].ID)
			f.browsed(agmem.Browsing{})
			next := f.add("d")
			f.same("the next number", next.Number, all[2].Number+1)
			list, err := f.src.Browse(f.ctx, agmem.Browsing{Limit: 1})
			f.ok(err)
			f.same("accesses", list[0].AccessCount, int64(0))
		}},
	}
}

// browsable stores three memories, a minute apart: b, c and a.
func (f *fixture) browsable() []agmem.Memory {
	f.Helper()
	var all []agmem.Memory
	for _, d := range []agmem.Draft{
		{Content: "b", Tags: []string{"t"}, ExpiresAt: f.now() + 2*60*60*1000, Origin: agmem.Origin{Author: "y"}},
		{Content: "c", Tags: []string{"T", "u"}, ExpiresAt: f.now() + 60*60*1000, Origin: agmem.Origin{Author: "x"}},
		{Content: "a"},
	} {
		m, _, err := f.src.Add(f.ctx, d)
		f.ok(err)
		all = append(all, m)
		f.pass(time.Minute)
	}
	return all
}
