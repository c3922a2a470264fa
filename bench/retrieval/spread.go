package main

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/bankfolder"
	"github.com/agmem/agmem/internal/banks/banksource"
	"github.com/agmem/agmem/internal/cards/cardsource"
	"github.com/agmem/agmem/internal/cards/vault"
	"github.com/agmem/agmem/internal/library"
	"github.com/agmem/agmem/internal/memories"
)

// mixture says how many of a hundred documents are memories and how many are
// values of a bank; the others are cards.
type mixture struct {
	name             string
	memories, values uint32
	fusion           library.Fusion
}

func mixtures() []mixture {
	return []mixture{
		{"all of them memories", 100, 0, library.FusionValue},
		{"90 memories, 5 values, 5 cards in 100", 90, 5, library.FusionValue},
		{"the same, by rank", 90, 5, library.FusionRRF},
		{"equal thirds", 33, 33, library.FusionValue},
		{"the same, by rank", 33, 33, library.FusionRRF},
	}
}

// rooms is the documents of a group, spread over a store, a bank and a home of
// cards.
type rooms struct {
	*library.Library
	idOf map[string]string // of a document, by its address
}

// reportSpread prints what it costs to find something when the documents of a
// set are in several rooms. A turn is its speaker and its words: sessions, dates
// and authors, which not every room has, are left out.
func reportSpread(ctx context.Context, s *set, work string) error {
	fmt.Printf("\n| %s without sessions and dates | questions | R@5 | R@10 | MRR@10 | nDCG@10 |\n|---|---|---|---|---|---|\n", s.name)
	for i, how := range mixtures() {
		all, err := s.measureSpread(ctx, how, filepath.Join(work, "spread-"+strconv.Itoa(i)))
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %d | %s |\n", how.name, int(all.questions), all)
	}
	return nil
}

func (s *set) measureSpread(ctx context.Context, how mixture, work string) (*metrics, error) {
	all := &metrics{}
	for _, group := range sortedKeys(s.documents) {
		r, err := openRooms(ctx, filepath.Join(work, group), s.documents[group], how)
		if err != nil {
			return nil, err
		}
		for _, q := range s.questions {
			if q.Group != group || len(s.gold[q.ID]) == 0 {
				continue
			}
			hits, err := r.Finder.Search(ctx, agmem.Query{Text: q.Text, Limit: 10})
			if err != nil {
				return nil, firstError(fmt.Errorf("%s: %w", q.ID, err), r.Close())
			}
			answer := make([]string, len(hits))
			for i, h := range hits {
				answer[i] = r.idOf[h.ID]
			}
			all.add(answer, s.gold[q.ID])
		}
		if err := r.Close(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// openRooms writes documents into their rooms. Which one a document is in
// depends on its name alone.
func openRooms(ctx context.Context, work string, documents []document, how mixture) (*rooms, error) {
	var kept, values, cards []document
	for _, d := range documents {
		d.Text = d.Speaker + ": " + d.Text
		h := fnv.New32a()
		_, _ = h.Write([]byte(d.ID))
		switch place := h.Sum32() % 100; {
		case place < how.memories:
			kept = append(kept, d)
		case place < how.memories+how.values:
			values = append(values, d)
		default:
			cards = append(cards, d)
		}
	}
	r := &rooms{idOf: make(map[string]string)}
	bankFolder, home := filepath.Join(work, "banks"), filepath.Join(work, "home")
	for _, err := range []error{
		r.writeMemories(ctx, filepath.Join(work, "agmem.db"), kept), r.writeBank(bankFolder, values), r.writeCards(home, cards),
	} {
		if err != nil {
			return nil, err
		}
	}
	active := func(name string, documents []document, open func(context.Context) (agmem.Source, error)) library.Registration {
		return library.Registration{Name: name, Type: name, Open: open,
			Location: func() string { return work }, Active: func() bool { return len(documents) > 0 }}
	}
	r.Library = library.New([]library.Registration{
		active("local", kept, func(ctx context.Context) (agmem.Source, error) {
			return memories.Open(ctx, filepath.Join(work, "agmem.db"), memories.Options{Now: clock})
		}),
		active(banksource.Name, values, func(context.Context) (agmem.Source, error) {
			folder := bankfolder.New(bankFolder, banks.UserScope, bankfolder.Options{Now: clock})
			return banksource.New([]*bankfolder.Folder{folder}, banksource.Options{Cache: work, Now: clock}), nil
		}),
		active(cardsource.Name, cards, func(context.Context) (agmem.Source, error) {
			return cardsource.New(vault.Open(home, vault.Options{CacheDir: work, Now: clock}), nil), nil
		}),
	}, library.Options{Memories: "local", Fusion: how.fusion})
	return r, nil
}

func (r *rooms) writeMemories(ctx context.Context, path string, documents []document) error {
	all := make([]agmem.Memory, len(documents))
	for i, d := range documents {
		all[i] = agmem.Memory{ID: memoryID("spread", d.ID), Content: d.Text, CreatedAt: agmem.InstantOf(clock())}
		r.idOf[all[i].ID] = d.ID
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	store, err := memories.Open(ctx, path, memories.Options{Now: clock})
	if err != nil {
		return err
	}
	_, err = store.Import(ctx, each(all), agmem.ImportOptions{})
	return firstError(err, store.Close())
}

func (r *rooms) writeBank(folder string, documents []document) error {
	type entry struct {
		Value     string        `json:"value"`
		CreatedAt agmem.Instant `json:"created_at"`
		UpdatedAt agmem.Instant `json:"updated_at"`
	}
	now := agmem.InstantOf(clock())
	entries := make(map[string]entry)
	for _, d := range documents {
		key := name(d)
		entries[key] = entry{d.Text, now, now}
		r.idOf["banks:user/turns/"+key] = d.ID
	}
	text, err := json.Marshal(map[string]any{"_meta": map[string]int{"version": 1}, "entries": entries})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "turns.json"), text, 0o600)
}

func (r *rooms) writeCards(home string, documents []document) error {
	folder := filepath.Join(home, "cards")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	for _, d := range documents {
		text := "---\ntitle: " + name(d) + "\ncreated: 2025-01-01\nsource: talk\n---\n" + d.Text + "\n"
		if err := os.WriteFile(filepath.Join(folder, name(d)+".md"), []byte(text), 0o600); err != nil {
			return err
		}
		r.idOf["cards:"+name(d)] = d.ID
	}
	return nil
}

// name returns the id of a document as a key and a slug can have it.
func name(d document) string { return strings.NewReplacer(":", "-", "/", "-").Replace(d.ID) }
