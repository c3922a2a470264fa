// Command commonwords makes the list of common words of internal/commonwords.
// It fetches the sources in the versions that are named here, with apt-get and
// npm, checks their sums, and writes the list and the licences of the sources
// into the folder that it is given.
//
//	go run ./scripts/commonwords internal/commonwords
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: commonwords FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "commonwords:", err)
		os.Exit(1)
	}
}

func run(folder string) error {
	work, err := os.MkdirTemp("", "commonwords")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	words := make(wordSet)
	licences, err := words.addAll(work)
	if err != nil {
		return err
	}
	list := encode(words.sorted())
	fmt.Printf("%d words in %d bytes\n", len(words), len(list))
	if err := os.WriteFile(filepath.Join(folder, "words.list"), list, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "LICENCES"), licences, 0o644)
}

// wordSet is a set of words of small letters a to z.
type wordSet map[string]bool

// minLetters is the length below which no word is ever corrected.
const minLetters = 4

// add adds a word unless it is too short or has other characters than letters.
func (s wordSet) add(word string) {
	if len(word) < minLetters {
		return
	}
	for _, c := range []byte(word) {
		if c < 'a' || c > 'z' {
			return
		}
	}
	s[word] = true
}

func (s wordSet) sorted() []string {
	words := make([]string, 0, len(s))
	for w := range s {
		words = append(words, w)
	}
	slices.Sort(words)
	return words
}
