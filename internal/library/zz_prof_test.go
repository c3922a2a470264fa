package library_test

import (
	"testing"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/cards"
	"github.com/agmem/agmem/internal/library"
)

func BenchmarkZZ(b *testing.B) {
	cache := "/tmp/w/skb/cache10k"
	v := cards.Open("/tmp/w/skb/v10k", cards.Options{CacheDir: cache})
	c := library.NewCards(v)
	c.All(b.Context())
	for name, f := range map[string]func(){
		"all":    func() { c.All(b.Context()) },
		"links":  func() { c.Links(b.Context()) },
		"search": func() { c.Search(b.Context(), agmem.CardQuery{Text: "zzzyx", Limit: 1}) },
		"find":   func() { c.Find(b.Context(), "insight-000100") },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
