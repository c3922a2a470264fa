package agmemcli

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cli"
	"github.com/agmem/agmem/internal/toon"
	"github.com/agmem/agmem/internal/when"
)

// hits is the result of search.
type hits struct {
	found   []agmem.Hit
	explain bool
	now     time.Time
}

// Decimals of scores: two are all that a reader can use, programs get six.
const (
	readDecimals = 2
	jsonDecimals = 6
	rrfDecimals  = 4 // of a value that is never above 1/61 for each list
)

// JSON is the hits without digits that only show the floating point.
func (v hits) JSON() any {
	list := make([]agmem.Hit, len(v.found))
	for i, h := range v.found {
		h.Score = round(h.Score, jsonDecimals)
		h.Tags = listOf(h.Tags)
		if e := h.Explanation; e != nil {
			h.Explanation = &agmem.Explanation{RRF: round(e.RRF, jsonDecimals), Ranks: e.Ranks, Reasons: make([]agmem.Reason, len(e.Reasons))}
			for k, r := range e.Reasons {
				h.Explanation.Reasons[k] = agmem.Reason{Signal: r.Signal, Value: round(r.Value, jsonDecimals)}
			}
		}
		list[i] = h
	}
	return list
}

// projects returns what the projects of the hits are called.
func (v hits) projects() map[string]string {
	repositories := make([]string, len(v.found))
	for i, h := range v.found {
		repositories[i] = h.Repository
	}
	return projectNames(repositories)
}

func (v hits) TOON() any {
	rows := make([]toon.Object, len(v.found))
	names := v.projects()
	twice := slices.ContainsFunc(v.found, func(h agmem.Hit) bool { return len(h.Also) > 0 })
	for i, h := range v.found {
		rows[i] = toon.Object{
			{Key: "id", Value: shown(h.ID, h.Short)},
			{Key: "score", Value: round(h.Score, readDecimals)},
			{Key: "tags", Value: joinTags(h.Tags)},
			{Key: "digest", Value: answering(h)},
		}
		if twice { // a table has the same columns in every row
			rows[i] = append(rows[i], toon.Field{Key: "also", Value: strings.Join(h.Also, "|")})
		}
		if names != nil {
			rows[i] = append(rows[i], toon.Field{Key: "project", Value: names[h.Repository]}, toon.Field{Key: "age", Value: when.Ago(h.CreatedAt.Time(), v.now)})
		}
		if v.explain {
			rrf, reasons := explained(h)
			rows[i] = append(rows[i], toon.Field{Key: "rrf", Value: rrf},
				toon.Field{Key: "reasons", Value: strings.Join(reasons, "|")})
		}
	}
	return table("results", rows)
}

func (v hits) Human(p *cli.Page) {
	if len(v.found) == 0 {
		p.Linef("Nothing found.")
		return
	}
	entries := make([]entry, len(v.found))
	names := v.projects()
	for i, h := range v.found {
		text := line(h.Digest, 0)
		entries[i] = entry{
			id:      shown(h.ID, h.Short),
			tags:    bracketTags(h.Tags),
			text:    text,
			marks:   markedIn(text, h.Passage),
			right:   fmt.Sprintf("%.2f", h.Score),
			passage: h.Passage,
		}
		if names != nil {
			entries[i].right += "  " + strings.TrimSpace(cli.Fold(names[h.Repository])+" "+when.Ago(h.CreatedAt.Time(), v.now))
		}
		if len(h.Also) > 0 {
			entries[i].below = append(entries[i].below, "also "+strings.Join(h.Also, ", "))
		}
		if v.explain {
			rrf, reasons := explained(h)
			entries[i].below = append(entries[i].below,
				fmt.Sprintf("rrf %v  %s", rrf, strings.ReplaceAll(strings.Join(reasons, "  "), "=", " ")))
		}
	}
	writeEntries(p, entries)
}

// explained returns the reasons of a hit as signal=value, with two decimals, and before
// them its ranks in the lists by words and by meaning, if there are both.
func explained(h agmem.Hit) (rrf float64, reasons []string) {
	if h.Explanation == nil {
		return 0, nil
	}
	if ranks := h.Explanation.Ranks; ranks != nil {
		reasons = append(reasons, rankIn("words", ranks.Words), rankIn("meaning", ranks.Meaning))
	}
	for _, r := range h.Explanation.Reasons {
		value := strconv.FormatFloat(round(r.Value, readDecimals), 'f', -1, 64)
		reasons = append(reasons, string(r.Signal)+"="+value)
	}
	return round(h.Explanation.RRF, rrfDecimals), reasons
}

// rankIn says which place a hit has in a list.
func rankIn(list string, rank int) string {
	if rank == 0 {
		return list + "=none"
	}
	return list + "=#" + strconv.Itoa(rank)
}

func round(x float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(x*scale) / scale
}
