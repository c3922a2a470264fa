package main

import (
	"context"
	_ "embed" // for packsHead
	"fmt"
	"io"
	"path/filepath"

	"github.com/agmem/agmem/bench/speed/machine"
	"github.com/agmem/agmem/internal/ledger"
)

// packsHead is what the page of packs begins with.
//
//go:embed packs_head.md
var packsHead string

// mostItems is how many items a pack has at most.
const mostItems = 16

func packBudgets() []int { return []int{1200, 4000} }

// chat is a set whose documents become the events of ledgers.
type chat struct {
	spec
	byLine bool // each line of a document is an event
}

func chats() []chat {
	return []chat{
		{spec: spec{name: "LoCoMo turns", folder: "locomo", queries: "queries.jsonl"}},
		{spec: spec{name: "LongMemEval sessions", folder: "longmemeval", queries: "queries.jsonl"}},
		{spec: spec{name: "LongMemEval lines", folder: "longmemeval", queries: "queries.jsonl"}, byLine: true},
	}
}

// reportPacks writes how much of the gold is in the packs of chats.
func reportPacks(ctx context.Context, out io.Writer, in folders) error {
	fmt.Fprint(out, packsHead)
	for _, line := range machine.Describe(in.work) {
		fmt.Fprintf(out, "- %s\n", line)
	}
	fmt.Fprint(out, `
| set | questions | events | budget | pack | BM25, 16 items | pack better, worse | BM25, any number | pack better, worse | search, any number | items: pack, BM25 | tokens: pack, BM25 |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
`)
	for i, c := range chats() {
		s, err := load(filepath.Join(in.data, "eval", c.folder), c.spec)
		if err != nil {
			return err
		}
		m := &packMeasure{set: s, byLine: c.byLine}
		if err := m.run(ctx, filepath.Join(in.work, fmt.Sprintf("chats-%d", i))); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		m.write(out)
	}
	return nil
}

// packMeasure is what was found of one set, by budget.
type packMeasure struct {
	*set
	byLine bool
	events int
	sums   [2]packSums
}

func (m *packMeasure) write(out io.Writer) {
	for i, s := range m.sums {
		n := float64(max(s.questions, 1))
		fmt.Fprintf(out, "| %s | %d | %d | %d | %.3f |", m.name, s.questions, m.events, packBudgets()[i], s.pack.gold/n)
		for k, other := range []shareSum{s.capped, s.free} {
			mark := ""
			if other.gold > s.pack.gold+1e-9 {
				mark = "**"
			}
			fmt.Fprintf(out, " %s%.3f%s | %d, %d |", mark, other.gold/n, mark, s.better[k], s.worse[k])
		}
		fmt.Fprintf(out, " %.3f | %.1f, %.1f | %.0f, %.0f |\n", s.search.gold/n, s.pack.items/n, s.free.items/n, s.pack.tokens/n, s.free.tokens/n)
	}
}

// run makes a ledger for each group and asks it the questions of the group.
func (m *packMeasure) run(ctx context.Context, folder string) error {
	for i, group := range sortedKeys(m.documents) {
		l, err := ledger.Open(ctx, filepath.Join(folder, fmt.Sprintf("%d.db", i)), ledger.Options{Now: clock})
		if err != nil {
			return err
		}
		if err := firstError(m.group(ctx, l, group), l.Close()); err != nil {
			return err
		}
	}
	return nil
}

func (m *packMeasure) group(ctx context.Context, l *ledger.Ledger, group string) error {
	var pieces []piece
	number := make(map[string]int) // of the piece that an event is
	for _, d := range m.documents[group] {
		cut := m.cut(d)
		news, err := events(cut, d)
		if err != nil {
			return err
		}
		written, err := l.Remember(ctx, news...)
		if err != nil {
			return err
		}
		for i, e := range written {
			number[e.ID] = len(pieces) + i
		}
		pieces = append(pieces, cut...)
	}
	m.events += len(pieces)
	order := newPlain(textsOf(pieces))
	for _, q := range m.questions {
		if q.Group != group || len(m.gold[q.ID]) == 0 {
			continue
		}
		ranked := order.order(q.Text)
		searched, err := searchOrder(ctx, l, q, number)
		if err != nil {
			return err
		}
		for i, budget := range packBudgets() {
			pack, err := l.ContextPack(ctx, ledger.PackRequest{Query: q.Text, Scope: chatScope(group), BudgetTokens: budget, Policy: ledger.Auto})
			if err != nil {
				return err
			}
			m.sums[i].add(pack, number, pieces, ranked, searched, m.gold[q.ID])
		}
	}
	return nil
}

// searchOrder returns the pieces that a search finds, best first, far more than
// a pack considers.
func searchOrder(ctx context.Context, l *ledger.Ledger, q question, number map[string]int) ([]int, error) {
	const most = 500
	results, err := l.Search(ctx, ledger.SearchRequest{Query: q.Text, Limit: most, Scope: chatScope(q.Group)})
	order := make([]int, len(results))
	for i, r := range results {
		order[i] = number[r.ID]
	}
	return order, err
}
