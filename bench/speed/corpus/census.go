package main

import (
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/bench/speed/result"
)

// census counts what a corpus has, so that questions can be asked of which it
// is known what they are about.
type census struct {
	memories int
	words    int
	bytes    int
	df       []uint32 // memories that have a word, by its rank
	last     []int32  // the last memory that had it
	far      map[int]struct{}
	tags     map[string]int
	every    int // how many memories are between two that are kept
	kept     []sample
}

// sample is a memory to ask about.
type sample struct {
	id      string
	content string
	ranks   []int
}

const (
	counted = 1 << 21 // ranks of which the memories are counted; there are ever fewer of higher ones
	samples = 60
)

func newCensus(n int) *census {
	return &census{
		df: make([]uint32, counted), last: make([]int32, counted), far: make(map[int]struct{}),
		tags: make(map[string]int), every: n / samples,
	}
}

func (c *census) count(m agmem.Memory, ranks []int) {
	c.memories++
	c.words += len(ranks)
	c.bytes += len(m.Content)
	for _, r := range ranks {
		switch {
		case r >= counted:
			c.far[r] = struct{}{}
		case c.last[r] != int32(c.memories):
			c.last[r] = int32(c.memories)
			c.df[r]++
		}
	}
	for _, tag := range m.Tags {
		c.tags[tag]++
	}
	if c.memories%c.every == 0 {
		c.kept = append(c.kept, sample{m.ID, m.Content, ranks})
	}
}

// share returns in which part of the memories a rank stands, in percent.
func (c *census) share(rank int) float64 { return 100 * float64(c.df[rank]) / float64(c.memories) }

func (c *census) facts() []result.Fact {
	distinct := len(c.far)
	for _, df := range c.df {
		if df > 0 {
			distinct++
		}
	}
	common := commonRanks()
	return []result.Fact{
		{Name: "words of a memory", Value: float64(c.words) / float64(c.memories)},
		{Name: "bytes of a memory", Value: float64(c.bytes) / float64(c.memories)},
		{Name: "distinct words", Value: float64(distinct)},
		{Name: "memories with the commonest word, %", Value: c.share(common[0])},
		{Name: "memories with the next commonest word, %", Value: c.share(common[1])},
	}
}

// commonRanks returns the ranks of the most frequent words that carry
// something, those of commonest.
func commonRanks() []int {
	var ranks []int
	for rank, word := range strings.Fields(commonest) {
		switch word {
		case "test", "error", "build", "file":
			ranks = append(ranks, rank)
		}
	}
	return ranks
}
