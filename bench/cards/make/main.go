// Command make writes the cards that are measured.
//
//	make -n NUMBER MEMORIES DIR
//
// MEMORIES is a file memories.jsonl of bench/speed/corpus; its first NUMBER
// texts become cards, with their words, tags and days. DIR becomes a home of
// cards, and gets beside them rare.tsv, a line for each of some words that two
// to four cards have, slug.tsv, some slugs, and new.md, a card to write.
//
// A card has three links on average, half of them to cards written shortly
// before and half to any earlier one, the first the likeliest: so there are
// hubs and orphans. One link in fifty is broken. A third of the cards lies
// in twenty folders.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/agmem/agmem"
)

func main() {
	n := flag.Int("n", 10_000, "`NUMBER` of cards")
	flag.Parse()
	if flag.NArg() != 2 || *n < 1 {
		fmt.Fprintln(os.Stderr, "usage: make -n NUMBER MEMORIES DIR")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), flag.Arg(1), *n); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

// memory is what becomes a card.
type memory struct {
	Content   string        `json:"content"`
	Tags      []string      `json:"tags"`
	CreatedAt agmem.Instant `json:"createdAt"`
}

func run(memories, dir string, n int) (err error) {
	f, err := os.Open(memories)
	if err != nil {
		return err
	}
	defer f.Close()
	dec := json.NewDecoder(bufio.NewReaderSize(f, 1<<20))
	w := newWriter(n)
	c := make(census)
	for i := range n {
		var m memory
		if err := dec.Decode(&m); err != nil {
			return fmt.Errorf("card %d: %w", i+1, err)
		}
		c.count(m.Content)
		if err := put(filepath.Join(dir, "cards", w.path(i)+".md"), w.card(i, m)); err != nil {
			return err
		}
	}
	return errors.Join(
		lines(filepath.Join(dir, "rare.tsv"), c.rare(200)),
		lines(filepath.Join(dir, "slug.tsv"), w.some(200)),
		put(filepath.Join(dir, "new.md"), "---\ntitle: A new card\ncreated: 2026-11-01\nsource: retro\n---\n\nSee [["+w.slug(0)+"]].\n"),
	)
}

func put(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

func lines(path string, list []string) error {
	if len(list) == 0 {
		return fmt.Errorf("there is nothing for %s", path)
	}
	text := ""
	for _, line := range list {
		text += line + "\n"
	}
	return put(path, text)
}
