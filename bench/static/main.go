// Command static makes internal/embed/static/table.bin of what distill.py wrote: it
// adds the vocabulary to the rows, in the form in which a search reads it, and
// writes the fingerprint of the whole to internal/embed/static/fingerprint.go.
//
//	go run ./bench/static FOLDER
//
// FOLDER has tokenizer.json and rows.bin. results.md says how they were made, and
// what the table is worth.
package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/agmem/agmem/internal/embed/wordpiece"
)

const target = "internal/embed/static"

const source = `package static

// Fingerprint names the table: its teacher, its dimensions and the first digits of
// its SHA-256. Vectors of another table are never compared with its vectors.
const Fingerprint = "static-minilm-l6-v2-%d-%x"
`

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./bench/static FOLDER")
		os.Exit(2)
	}
	if err := pack(os.Args[1], target); err != nil {
		fmt.Fprintln(os.Stderr, "static:", err)
		os.Exit(1)
	}
}

func pack(from, to string) error {
	rows, err := os.ReadFile(filepath.Join(from, "rows.bin"))
	if err != nil {
		return err
	}
	tokenizer, err := os.ReadFile(filepath.Join(from, "tokenizer.json"))
	if err != nil {
		return err
	}
	vocabulary, err := wordpiece.Index(tokenizer)
	if err != nil {
		return err
	}
	table := slices.Concat(rows, []byte(vocabulary))
	if err := os.WriteFile(filepath.Join(to, "table.bin"), table, 0o644); err != nil {
		return err
	}
	sum := sha256.Sum256(table)
	dims := int(rows[8]) | int(rows[9])<<8
	code := fmt.Appendf(nil, source, dims, sum[:6])
	return os.WriteFile(filepath.Join(to, "fingerprint.go"), code, 0o644)
}
