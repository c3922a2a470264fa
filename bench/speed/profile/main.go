// Command profile writes a CPU profile of what agmem does, over and over in
// one process.
//
//	profile search DATABASE QUESTIONS CPU
//	profile import DATABASE MEMORIES CPU
//
// QUESTIONS is a file of the corpus with a question a line. Read the profile
// with `go tool pprof`.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/memories"
	"github.com/agmem/agmem/internal/portable"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "profile:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) (err error) {
	if len(args) != 4 || args[0] != "search" && args[0] != "import" {
		return errors.New("usage: profile search|import DATABASE INPUT CPU")
	}
	input, err := os.Open(args[2])
	if err != nil {
		return err
	}
	defer input.Close()
	store, err := memories.Open(ctx, args[1], memories.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	cpu, err := os.Create(args[3])
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cpu.Close()) }()
	if err := pprof.StartCPUProfile(cpu); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	if args[0] == "search" {
		return searches(ctx, store, args[2])
	}
	checked, err := portable.CheckLines(input)
	if err != nil {
		return err
	}
	in, err := portable.CheckedLines(input, checked)
	if err != nil {
		return err
	}
	_, err = store.Import(ctx, in.All(), agmem.ImportOptions{})
	return err
}

// long is for how long searches go on.
const long = 5 * time.Second

func searches(ctx context.Context, store *memories.Store, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	n, begin := 0, time.Now()
	for time.Since(begin) < long {
		for line := range strings.Lines(string(text)) {
			question, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			if _, err := store.Search(ctx, agmem.Query{Text: question, Limit: 10}); err != nil {
				return err
			}
			n++
		}
	}
	fmt.Printf("%d searches, %v each\n", n, time.Since(begin)/time.Duration(n))
	return nil
}
