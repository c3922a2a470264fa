package cards

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Unbounded is the length of lists from which nothing is left out.
const Unbounded = math.MaxInt

// fewNames is how many names a sentence has unless all are asked for.
const fewNames = 5

// Few returns the first of some names as the list of a sentence, with how many
// follow.
func Few(names []string) string { return sentence{list: names}.with(fewNames) }

// sentence is one with a list in it.
type sentence struct {
	before string
	list   []string
	after  string
}

// with returns the sentence with the first of its list, at most so many.
func (s sentence) with(most int) string {
	list, more := first(s.list, most)
	text := strings.Join(list, ", ")
	if more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return s.before + text + s.after
}

// first returns the first of a list, at most so many, and how many follow.
func first[T any](list []T, most int) ([]T, int) {
	n := min(most, len(list))
	return list[:n], len(list) - n
}

// First returns the report with the first of each list, at most so many, and
// what was left out.
func (r Report) First(most int) Report {
	r.Orphans, r.LeftOut.Orphans = first(r.Orphans, most)
	r.Hubs, r.LeftOut.Hubs = first(r.Hubs, most)
	r.Broken, r.LeftOut.Broken = first(r.Broken, most)
	r.Status, r.LeftOut.Status = first(r.Status, most)
	r.Changed, r.LeftOut.Changed = first(r.Changed, most)
	r.Changed = slices.Clone(r.Changed)
	for i := range r.Changed {
		c := &r.Changed[i]
		c.Neighbours, c.More = first(c.Neighbours, most)
	}
	return r
}

// First returns what a rename did with the first changed cards, at most so
// many, and how many were left out.
func (r Renamed) First(most int) Renamed {
	r.Changed, r.More = first(r.Changed, most)
	r.Names, _ = first(r.Names, most)
	return r
}

// FirstFindings returns the first findings of each kind, at most so many, with
// few names in each; the last of a kind says how many were left out.
func FirstFindings(all []Finding, most int) []Finding {
	if most == Unbounded {
		return all
	}
	kept := []Finding{}
	places := make(map[string][]int) // of the kinds in what is kept
	for _, f := range all {
		if of := places[f.Kind]; len(of) == most {
			kept[of[most-1]].More++
			continue
		}
		places[f.Kind] = append(places[f.Kind], len(kept))
		f.Cards, _ = first(f.Cards, most)
		f.Message = f.of.with(fewNames)
		kept = append(kept, f)
	}
	return kept
}
