package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// writer makes cards up.
type writer struct {
	random *rand.Rand
	n      int
}

func newWriter(n int) *writer { return &writer{rand.New(rand.NewPCG(20270115, uint64(n))), n} }

func (w *writer) slug(i int) string { return fmt.Sprintf("insight-%06d", i) }

// path returns where a card is.
func (w *writer) path(i int) string {
	if i%3 == 0 {
		return fmt.Sprintf("folder-%02d/%s", i/3%20, w.slug(i))
	}
	return w.slug(i)
}

// some returns slugs from everywhere.
func (w *writer) some(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = w.slug(w.random.IntN(w.n))
	}
	return list
}

// target returns the slug that a link in a card leads to.
func (w *writer) target(i int) string {
	switch at := w.random.Float64(); {
	case i == 0 || w.random.IntN(50) == 0:
		return fmt.Sprintf("not-written-%d", w.random.IntN(1000))
	case w.random.IntN(2) == 0:
		return w.slug(i - 1 - w.random.IntN(min(i, 30)))
	default:
		return w.slug(int(at * at * at * float64(i)))
	}
}

// card returns the text of a card: a title, a first paragraph, a second one
// with the rest, and its links in sentences.
func (w *writer) card(i int, m memory) string {
	words := strings.Fields(m.Content)
	half := len(words) / 2
	day := m.CreatedAt.Time().Format(time.DateOnly)
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %q\ncreated: %s\nmodified: %s\nsource: %s\n", strings.Join(words[:min(6, len(words))], " "), day, day,
		[]string{"retro", "retro", "manual", "organize"}[i%4])
	if len(m.Tags) > 0 {
		fmt.Fprintf(&b, "tags: [%s]\n", strings.Join(m.Tags, ", "))
	}
	fmt.Fprintf(&b, "---\n\n%s\n\n%s\n", strings.Join(words[:half], " "), strings.Join(words[half:], " "))
	for range int(w.random.ExpFloat64() * 3.5) {
		fmt.Fprintf(&b, "\nSee [[%s]] for more of it.\n", w.target(i))
	}
	return b.String()
}
