package storetest

import (
	"math"
	"slices"
	"strings"

	"github.com/agmem/agmem"
)

// searcherChecks hold for every source that answers queries, however it was
// filled.
func searcherChecks() []check {
	return slices.Concat(searcherFinds(), searcherRanks(), searcherRefuses())
}

func searcherFinds() []check {
	return []check{
		{"what has a word is found, and nothing else", func(f *fixture) {
			ids := f.fill(f.birds())
			f.found(query("heron"), ids[0], ids[1])
			f.found(query("garden"), ids[2])
			f.found(query("zebra"))
		}},
		{"what is found can be fetched, and is the same", func(f *fixture) {
			f.fill(f.birds())
			hits, err := f.src.Search(f.ctx, query("heron sings"))
			f.ok(err)
			f.same("hits", len(hits), 4)
			for _, h := range hits {
				m := f.fetched(h.ID)[0]
				f.same("digest", h.Digest, m.Digest)
				f.same("size", h.Size, int64(len(m.Content)))
				f.same("tags", h.Tags, m.Tags)
				f.same("day", h.CreatedAt, m.CreatedAt)
			}
		}},
		{"a misspelt word is taken for one that there is, and it says so", func(f *fixture) {
			ids := f.fill(f.birds())
			hits, err := f.src.Search(f.ctx, query("gardne"))
			f.ok(err)
			f.same("hits", len(hits), 1)
			f.same("id", hits[0].ID, ids[2])
			f.same("corrected", hits[0].Corrected, []agmem.Correction{{From: "gardne", To: "garden"}})
		}},
		{"as many as a number can say is all there are", func(f *fixture) {
			f.fill(f.birds())
			hits, err := f.src.Search(f.ctx, agmem.Query{Text: "heron sings", Limit: math.MaxInt})
			f.ok(err)
			f.same("hits", len(hits), 4)
		}},
		{"an empty one finds nothing", func(f *fixture) { f.found(query("heron")) }},
	}
}

func searcherRanks() []check {
	return []check{
		{"the best come first, with scores in 0..1", func(f *fixture) {
			ids := f.fill(f.birds())
			hits, err := f.src.Search(f.ctx, query("heron in the river"))
			f.ok(err)
			f.same("the best", hits[0].ID, ids[1])
			last := 1.0
			for _, h := range hits {
				if h.Score < 0 || h.Score > last {
					f.Fatalf("score %v after %v", h.Score, last)
				}
				last = h.Score
			}
		}},
		{"the limit leaves the best", func(f *fixture) {
			ids := f.fill(f.birds())
			q := query("heron in the river")
			q.Limit = 1
			f.found(q, ids[1])
		}},
		{"what is narrowed by days or by score has no other", func(f *fixture) {
			birds := f.birds()
			ids := f.fill(birds)
			q := query("heron")
			q.Filter = agmem.Filter{After: birds[1].CreatedAt}
			f.found(q, ids[1])
			q.Filter = agmem.Filter{Before: birds[1].CreatedAt}
			f.found(q, ids[0])
			q = query("zebra")
			q.MinScore = 1
			f.found(q)
		}},
		{"passages are given where they are asked for", func(f *fixture) {
			ids := f.fill(f.birds())
			q := query("garden")
			for _, q.Passages = range []bool{false, true} {
				hits, err := f.src.Search(f.ctx, q)
				f.ok(err)
				f.same("hits", len(hits), 1)
				f.same("id", hits[0].ID, ids[2])
				if got := hits[0].Passage; (got != nil) != q.Passages || got != nil && !strings.Contains(marked(got), "[garden]") {
					f.Fatalf("asked %v, answered %+v", q.Passages, got)
				}
			}
		}},
		{"reasons are given where they are asked for", func(f *fixture) {
			f.fill(f.birds())
			q := query("heron")
			for _, q.Explain = range []bool{false, true} {
				hits, err := f.src.Search(f.ctx, q)
				f.ok(err)
				for _, h := range hits {
					if (h.Explanation != nil) != q.Explain || q.Explain && (h.Explanation.RRF <= 0 || len(h.Explanation.Reasons) == 0) {
						f.Fatalf("asked %v, explained %+v", q.Explain, h.Explanation)
					}
				}
			}
		}},
	}
}

// marked returns a passage with its marks in brackets.
func marked(p *agmem.Passage) string {
	runes := []rune(p.Text)
	for _, m := range slices.Backward(p.Marks) {
		word := "[" + string(runes[m.Start:m.Start+m.Length]) + "]"
		runes = slices.Replace(runes, m.Start, m.Start+m.Length, []rune(word)...)
	}
	return string(runes)
}

func searcherRefuses() []check {
	return []check{
		{"a query that cannot be answered is Usage", func(f *fixture) {
			for _, q := range []agmem.Query{query(" \n"), {Text: "heron"}, {Text: "heron", Limit: -1}, {Text: "heron", Limit: 1, MinScore: 2}} {
				_, err := f.src.Search(f.ctx, q)
				f.fails(agmem.Usage, err)
			}
		}},
		{"any other text is a query", func(f *fixture) {
			f.fill(f.birds())
			for _, text := range []string{`"`, "(", "AND", "-heron", "heron NOT", "?", "*", "缓存", "\x00", "\xff", "a OR"} {
				_, err := f.src.Search(f.ctx, query(text))
				f.ok(err)
			}
		}},
		{"a caller that gave up is told so", func(f *fixture) {
			f.fill(f.birds())
			ctx, cancel := cancelled(f.ctx)
			defer cancel()
			_, err := f.src.Search(ctx, query("heron"))
			f.gaveUp(err)
		}},
	}
}
