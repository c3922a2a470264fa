package storetest

import (
	"fmt"
	"slices"
	"time"

	"github.com/agmem/agmem"
)

func searchChecks() []check {
	return slices.Concat(searchFinds(), searchNarrows())
}

func searchFinds() []check {
	return []check{
		{"an added memory is found by its word, until it is changed or deleted", func(f *fixture) {
			m := f.add("the heron stands in the reeds", "birds")
			f.add("something else entirely")
			f.found(query("heron"), m.ID)
			f.update(m.ID, agmem.Patch{Content: new("the otter swims in the river")})
			f.found(query("heron"))
			f.found(query("otter"), m.ID)
			f.delete(m.ID)
			f.found(query("otter"))
			f.undo("")
			f.found(query("otter"), m.ID)
		}},
		{"imported, revived and united memories are found", func(f *fixture) {
			f.bring([]agmem.Memory{{Content: "a heron"}, {Content: "an otter"}, {Content: "a heron", Tags: []string{"wader"}}}, agmem.ImportOptions{})
			all := f.all()
			f.found(query("heron"), all[0].ID)
			f.found(query("wader"), all[0].ID)
			f.delete(all[1].ID)
			f.bring([]agmem.Memory{{ID: all[1].ID, Content: "an otter"}}, agmem.ImportOptions{Revive: true})
			f.found(query("otter"), all[1].ID)
		}},
		{"a short word in a very long question is found", func(f *fixture) {
			m := f.add("the vpn is in Frankfurt")
			f.add("the heron stands in the reeds")
			text := "vpn"
			for i := range 150 {
				text += fmt.Sprint(" unknownword", i)
			}
			f.found(query(text), m.ID)
		}},
		{"capitals beside digits are folded", func(f *fixture) {
			m := f.add("K8s cluster with 512MB")
			f.found(query("K8S"), m.ID)
			f.found(query("k8s 512mb"), m.ID)
		}},
		{"digest and tags are searched", func(f *fixture) {
			m, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "x", Digest: "the heron", Tags: []string{"birds"}})
			f.ok(err)
			f.found(query("heron"), m.ID)
			f.found(query("birds"), m.ID)
		}},
	}
}

func searchNarrows() []check {
	return []check{
		{"filters and the limit are part of the search", func(f *fixture) {
			for i := range 20 {
				f.add(fmt.Sprint("heron ", i), fmt.Sprint("t", i))
				f.pass(time.Second)
			}
			all := f.all()
			q := query("heron")
			q.Limit = 3
			hits, err := f.src.Search(f.ctx, q)
			f.ok(err)
			f.same("hits", len(hits), 3)
			q.Filter = agmem.Filter{Tags: []string{"T7"}}
			f.found(q, all[7].ID)
			q.Filter = agmem.Filter{After: all[5].CreatedAt, Before: all[6].CreatedAt}
			f.found(q, all[5].ID)
		}},
		{"the expired are not found", func(f *fixture) {
			_, _, err := f.src.Add(f.ctx, agmem.Draft{Content: "heron", ExpiresAt: f.now() + 1})
			f.ok(err)
			f.pass(time.Second)
			f.found(query("heron"))
		}},
	}
}

func query(text string) agmem.Query { return agmem.Query{Text: text, Limit: 10} }

// found wants the ids of the hits in any order.
func (f *fixture) found(q agmem.Query, ids ...string) {
	f.Helper()
	hits, err := f.src.Search(f.ctx, q)
	f.ok(err)
	got, want := map[string]bool{}, map[string]bool{}
	for _, h := range hits {
		got[h.ID] = true
	}
	for _, id := range ids {
		want[id] = true
	}
	f.same("hits for "+q.Text, got, want)
}
