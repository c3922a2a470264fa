// Command query embeds the texts of its arguments with the model in a folder,
// and says how long each step took: what a fresh process pays for meaning.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/agmem/agmem/internal/embed/bert"
)

func main() {
	folder := flag.String("model", "", "the folder of the model")
	cache := flag.String("cache", "", "the folder for what is derived from it")
	words := flag.Int("words", 0, "instead of the arguments, one text of so many words")
	copies := flag.Int("copies", 1, "embed so many of them at once")
	rounds := flag.Int("rounds", 1, "how often")
	flag.Parse()
	text := strings.Join(flag.Args(), " ")
	if *words > 0 {
		text = strings.Repeat("time ", *words)
	}
	if err := run(*folder, *cache, text, *copies, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(folder, cache, text string, copies, rounds int) error {
	start := time.Now()
	e, err := bert.Open(folder, cache)
	if err != nil {
		return err
	}
	opened := time.Since(start)
	texts := make([]string, copies)
	for i := range texts {
		texts[i] = text
	}
	for range rounds {
		start = time.Now()
		if _, err := e.EmbedDocuments(context.Background(), texts); err != nil {
			return err
		}
		fmt.Printf("open %.2f ms, embed %.2f ms, %s\n", opened.Seconds()*1e3, time.Since(start).Seconds()*1e3, e.Model())
	}
	return nil
}
