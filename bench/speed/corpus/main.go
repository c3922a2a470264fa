// Command corpus makes memories that measure like real ones, and questions
// about them.
//
//	corpus -n NUMBER DIR
//
// It writes DIR/memories.jsonl, which `agmem import` reads; one file of
// tab-separated fields for each kind of question; and DIR/facts, which says
// how many words the corpus has. The same number gives the same files.
//
// A memory has about 60 words. How often a word is used falls as in real
// texts: by Zipf's law among the first 5,000 words, by the square of the rank
// below them, so that the vocabulary grows with the square root of the text
// (Heaps' law). Words look and inflect like English ones; two in a hundred are
// identifiers, and one memory in twenty has Chinese sentences. Memories come
// in sessions of about 30, which have an author, a repository and a topic of
// their own.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/bench/speed/result"
)

func main() {
	n := flag.Int("n", 10_000, "`NUMBER` of memories")
	flag.Parse()
	if flag.NArg() != 1 || *n < 100 {
		fmt.Fprintln(os.Stderr, "usage: corpus -n NUMBER DIR, at least 100 of them")
		os.Exit(2)
	}
	if err := write(flag.Arg(0), *n); err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}

func write(dir string, n int) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	w := newWriter(n)
	c := newCensus(n)
	if err := writeMemories(filepath.Join(dir, "memories.jsonl"), w, c, n); err != nil {
		return err
	}
	if err := writeQuestions(dir, c.questions(w)); err != nil {
		return err
	}
	set := strconv.Itoa(n)
	facts := c.facts()
	for i := range facts {
		facts[i].Set = set
	}
	return result.Append(filepath.Join(dir, "facts"), facts...)
}

func writeMemories(path string, w *writer, c *census, n int) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	buffered := bufio.NewWriterSize(f, 1<<20)
	enc := json.NewEncoder(buffered)
	enc.SetEscapeHTML(false)
	for range n {
		m, ranks := w.next()
		c.count(m, ranks)
		if err := enc.Encode(imported(m)); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

// importedMemory leaves out what the store works out itself.
type importedMemory struct {
	ID          string        `json:"id"`
	Content     string        `json:"content"`
	Digest      string        `json:"digest,omitempty"`
	Tags        []string      `json:"tags,omitempty"`
	CreatedAt   agmem.Instant `json:"createdAt"`
	AccessCount int64         `json:"accessCount,omitempty"`
	Origin      agmem.Origin  `json:"origin"`
}

func imported(m agmem.Memory) importedMemory {
	return importedMemory{m.ID, m.Content, m.Digest, m.Tags, m.CreatedAt, m.AccessCount, m.Origin}
}

// writeQuestions writes one file for each kind of question.
func writeQuestions(dir string, kinds map[string][]string) error {
	for kind, lines := range kinds {
		if len(lines) == 0 {
			return fmt.Errorf("the corpus is too small to ask for: %s", kind)
		}
		var text []byte
		for _, line := range lines {
			text = append(append(text, line...), '\n')
		}
		if err := os.WriteFile(filepath.Join(dir, kind+".tsv"), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}
