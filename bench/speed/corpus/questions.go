package main

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// asked is how many questions of a kind there are.
const asked = 24

// questions returns the lines of a file for each kind of question.
func (c *census) questions(w *writer) map[string][]string {
	rng := rand.New(rand.NewPCG(7, uint64(c.memories)))
	common := commonRanks()
	tag := c.tagNear(0.02)
	return map[string][]string{
		"rare":     c.rare(w),
		"common":   {w.words.of(common[0]) + " " + w.words.of(common[1])},
		"question": c.asking(w, "why did the test %s when %s %s"),
		"eight":    c.asking(w, "%s error %s %s %s test %s %s"),
		"misspelt": c.misspelt(w, rng),
		"chinese":  {"索引", "缓存", "迁移", "事务", "依赖", "性能", "回滚"},
		"prefix":   c.prefixes(w),
		"phrase":   c.phrases(w),
		"tag":      {w.words.of(common[0]) + "\t" + tag},
		"after":    {w.words.of(common[0]) + "\t" + lastDay.AddDate(0, -1, 0).Format("2006-01-02")},
		"id":       c.ids(w),
		"new":      c.fresh(w),
	}
}

// rare returns words that two to four memories have.
func (c *census) rare(w *writer) []string {
	var found []string
	for rank := 2000; rank < counted && len(found) < asked; rank++ {
		if df := c.df[rank]; 2 <= df && df <= 4 && w.words.isPlain(rank) && c.df[rank+1] == 0 {
			found = append(found, w.words.of(rank))
			rank += 400
		}
	}
	return found
}

// asking fills a pattern with the words of memories, in their order, that
// carry something.
func (c *census) asking(w *writer, pattern string) []string {
	var found []string
	for _, s := range c.toAsk() {
		ranks := c.carrying(w, s)
		if len(found) == asked || len(ranks) < strings.Count(pattern, "%s") {
			continue
		}
		question := pattern
		for _, rank := range ranks {
			question = strings.Replace(question, "%s", w.words.of(rank), 1)
		}
		found = append(found, question)
	}
	return found
}

// carrying returns the different ranks of a memory that are more than glue.
func (c *census) carrying(w *writer, s sample) []int {
	var ranks []int
	for _, rank := range s.ranks {
		glue := rank < len(w.words.first) && !slices.Contains(commonRanks(), rank)
		if !glue && !slices.Contains(ranks, rank) {
			ranks = append(ranks, rank)
		}
	}
	return ranks
}

// misspelt returns words of medium frequency with one mistake in each, so that
// no memory has them.
func (c *census) misspelt(w *writer, rng *rand.Rand) []string {
	var found []string
	for rank := 3000; rank < 60_000 && len(found) < asked; rank += 331 {
		word := w.words.of(rank)
		if !w.words.isPlain(rank) || len(word) < 6 || c.df[rank] < 2 {
			continue
		}
		if at := 2 + rng.IntN(len(word)-4); word[at] != word[at+1] {
			swapped := []byte(word)
			swapped[at], swapped[at+1] = swapped[at+1], swapped[at]
			found = append(found, string(swapped))
		}
	}
	return found
}

// prefixes returns beginnings of words of medium frequency.
func (c *census) prefixes(w *writer) []string {
	var found []string
	for rank := 400; rank < 8000 && len(found) < asked; rank += 302 {
		if word := w.words.of(rank); len(word) >= 5 {
			found = append(found, word[:4]+"*")
		}
	}
	return found
}

// phrases returns pairs of words that occur together somewhere.
func (c *census) phrases(w *writer) []string {
	var found []string
	for _, s := range c.toAsk() {
		for i := len(s.ranks) / 2; i+1 < len(s.ranks) && len(found) < asked; i++ {
			a, b := s.ranks[i], s.ranks[i+1]
			if a >= len(w.words.first) && b >= len(w.words.first) && strings.Contains(s.content, " "+w.words.of(a)+" "+w.words.of(b)+" ") {
				found = append(found, `"`+w.words.of(a)+" "+w.words.of(b)+`"`)
				break
			}
		}
	}
	return found
}

// tagNear returns the tag that is nearest to a share of the memories.
func (c *census) tagNear(share float64) string {
	want := int(share * float64(c.memories))
	return slices.MinFunc(slices.Sorted(maps.Keys(c.tags)), func(a, b string) int {
		return cmp.Compare(max(c.tags[a]-want, want-c.tags[a]), max(c.tags[b]-want, want-c.tags[b]))
	})
}

// toAsk returns the memories that questions are made of, and toChange the
// others, which the measurement changes.
func (c *census) toAsk() []sample    { return c.kept[:len(c.kept)/2] }
func (c *census) toChange() []sample { return c.kept[len(c.kept)/2:] }

// ids returns ids, each with a new content.
func (c *census) ids(w *writer) []string {
	var lines []string
	for _, s := range c.toChange() {
		lines = append(lines, s.id+"\t"+oneLine(w))
	}
	return lines
}

// fresh returns new contents, each with tags.
func (c *census) fresh(w *writer) []string {
	var lines []string
	for range samples {
		lines = append(lines, oneLine(w)+"\t"+w.tag()+","+w.tag())
	}
	return lines
}

func oneLine(w *writer) string { return strings.ReplaceAll(w.text(w.length()).String(), "\n", " ") }
