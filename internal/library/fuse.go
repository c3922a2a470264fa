package library

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/recall"
)

// fuse merges ranked lists by Σ 1/(k+rank). The same memory in two sources is
// one hit, the better placed. Scores stay relevances, each held down to that
// of the hit before it.
func fuse(lists [][]agmem.Hit, limit int) []agmem.Hit {
	type ranked struct {
		hit agmem.Hit
		rrf float64
	}
	var all []*ranked
	byID := map[string]*ranked{}
	for _, list := range lists {
		for i, hit := range list {
			id := identity(hit)
			share := recall.ReciprocalRank(i + 1)
			if r, ok := byID[id]; ok {
				r.rrf += share
				r.hit.Score = max(r.hit.Score, hit.Score)
				continue
			}
			r := &ranked{hit, share}
			byID[id] = r
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b *ranked) int {
		return cmp.Or(cmp.Compare(b.rrf, a.rrf), cmp.Compare(b.hit.Score, a.hit.Score))
	})
	hits := make([]agmem.Hit, 0, min(limit, len(all)))
	for _, r := range all[:min(limit, len(all))] {
		if n := len(hits); n > 0 {
			r.hit.Score = min(r.hit.Score, hits[n-1].Score)
		}
		if e := r.hit.Explanation; e != nil {
			r.hit.Explanation = &agmem.Explanation{RRF: r.rrf, Reasons: e.Reasons}
		}
		hits = append(hits, r.hit)
	}
	return hits
}

// identity is what two hits share that are the same memory: its UUID, which a
// copy in another source keeps. Any other id means something in its own source
// alone.
func identity(hit agmem.Hit) string {
	own := hit.ID[strings.LastIndexByte(hit.ID, ':')+1:]
	if isUUID(own) {
		return own
	}
	return hit.ID
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
