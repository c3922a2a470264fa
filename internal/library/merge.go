package library

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// Fusion is how the hits of several sources become one list.
type Fusion string

const (
	// FusionValue orders by one value: words weigh the same in every source.
	FusionValue Fusion = "value"
	// FusionRRF orders by reciprocal rank fusion: by the places of a hit in the
	// lists of its sources, whatever is there.
	FusionRRF Fusion = "rrf"
)

// candidate is a hit on its way into the list of all sources.
type candidate struct {
	agmem.Hit
	rrf     float64
	sources []string // that hold it
}

// merge makes one list of the ranked lists of several sources. The same memory
// or the same text in two of them is one hit, the one that is ranked higher,
// with the ids of the others.
func merge(lists [][]agmem.Hit, query agmem.Query, by Fusion) []agmem.Hit {
	order := byValue
	if by == FusionRRF {
		order = byRank
	}
	all := order(lists)
	hits := make([]agmem.Hit, min(query.Limit, len(all)))
	for i := range hits {
		hits[i] = all[i].Hit
		if !query.Explain {
			hits[i].Explanation = nil
		}
		if e := hits[i].Explanation; e != nil {
			hits[i].Explanation = &agmem.Explanation{RRF: all[i].rrf, Ranks: e.Ranks, Reasons: e.Reasons}
		}
	}
	recall.Descend(len(hits), func(i int) *float64 { return &hits[i].Score })
	low := func(h agmem.Hit) bool { return h.Score < query.MinScore }
	if end := slices.IndexFunc(hits, low); end >= 0 {
		hits = hits[:end]
	}
	return hits
}

// candidates returns the hits of a list with what their places are worth: those in
// the source's lists by words and by meaning, if it has both.
func candidates(list []agmem.Hit) []candidate {
	all := make([]candidate, len(list))
	for i, h := range list {
		all[i] = candidate{h, recall.ReciprocalRank(i + 1), []string{h.Source}}
		if h.Explanation != nil && h.Explanation.Ranks != nil {
			all[i].rrf = h.Explanation.RRF
		}
	}
	return all
}

// byRank orders by the places of the hits, those of the same memory together.
func byRank(lists [][]agmem.Hit) []candidate {
	var all []candidate
	for _, list := range lists {
		all = append(all, candidates(list)...)
	}
	slices.SortStableFunc(all, compareRanks)
	all = unite(all)
	slices.SortStableFunc(all, compareRanks)
	return all
}

func compareRanks(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.rrf, a.rrf), cmp.Compare(b.Score, a.Score))
}

// byValue orders by the values of the hits. The hits of a source that gives
// none keep their order, each before the first that scores lower.
func byValue(lists [][]agmem.Hit) []candidate {
	var all []candidate
	var others [][]candidate
	for _, list := range lists {
		if slices.ContainsFunc(list, func(h agmem.Hit) bool { return h.Value == 0 }) {
			others = append(others, candidates(list))
			continue
		}
		all = append(all, candidates(list)...)
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.Value, a.Value) })
	for _, other := range others {
		all = interleave(all, other)
	}
	return unite(all)
}

// interleave merges two ranked lists by their scores; of equal scores that of
// the first list comes first.
func interleave(a, b []candidate) []candidate {
	merged := make([]candidate, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if b[0].Score > a[0].Score {
			merged, b = append(merged, b[0]), b[1:]
		} else {
			merged, a = append(merged, a[0]), a[1:]
		}
	}
	return append(append(merged, a...), b...)
}

// unite makes one candidate of those that are the same in different sources, in
// the place of the first.
func unite(all []candidate) []candidate {
	united := make([]candidate, 0, len(all))
	known := make(map[string]int, 2*len(all)) // the place in united, by what a memory is known by
	for _, c := range all {
		names := knownBy(c.Hit)
		at := slices.IndexFunc(names, func(name string) bool {
			i, ok := known[name]
			return ok && !slices.Contains(united[i].sources, c.Source)
		})
		if at >= 0 {
			united[known[names[at]]].join(c)
			continue
		}
		for _, name := range names {
			if _, ok := known[name]; !ok {
				known[name] = len(united)
			}
		}
		united = append(united, c)
	}
	return united
}

// knownBy returns what two hits may share only if they are the same memory or
// the same text: its UUID, which a copy in another source keeps, and its hash.
// Any other id means something in its own source alone.
func knownBy(hit agmem.Hit) []string {
	var names []string
	if own := hit.ID[strings.LastIndexByte(hit.ID, ':')+1:]; isUUID(own) {
		names = append(names, own)
	}
	if hit.Hash != "" {
		names = append(names, hit.Hash)
	}
	return names
}

// join adds what the same memory is in another source.
func (c *candidate) join(other candidate) {
	c.sources = append(c.sources, other.Source)
	c.Also = append(c.Also, other.ID)
	c.rrf += other.rrf
	c.Score = max(c.Score, other.Score)
}

func isUUID(id string) bool {
	if len(id) != 36 {
		return false
	}
	for i, c := range []byte(id) {
		hyphen := i == 8 || i == 13 || i == 18 || i == 23
		digit := '0' <= c && c <= '9' || 'a' <= c && c <= 'f'
		if hyphen != (c == '-') || !hyphen && !digit {
			return false
		}
	}
	return true
}
