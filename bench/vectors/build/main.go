// Command build makes a database with many vectors, and says which are nearest to
// some questions, computed with all of them as float32.
//
//	build FILE ROWS DIMENSIONS QUESTIONS [URL MODEL TEXTS]
//
// The vectors are made: clusters in a latent space of 64 dimensions, with an offset
// that all share and noise, which is how those of sentence models lie. With a URL,
// they are those of real texts, one on each line of a file, by a server that speaks
// the protocol of Ollama.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/vectorindex"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// Truth is a question and the ten documents that are nearest to it.
type Truth struct {
	Query   []float32
	Nearest []int64
}

func run(args []string) error {
	if len(args) != 4 && len(args) != 7 {
		return fmt.Errorf("usage: build FILE ROWS DIMENSIONS QUESTIONS [URL MODEL TEXTS]")
	}
	rows, err1 := strconv.Atoi(args[1])
	dims, err2 := strconv.Atoi(args[2])
	questions, err3 := strconv.Atoi(args[3])
	if err1 != nil || err2 != nil || err3 != nil {
		return fmt.Errorf("%q, %q and %q must be numbers", args[1], args[2], args[3])
	}
	source := made(dims)
	if len(args) == 7 {
		real, err := embedded(args[4], args[5], args[6], rows+questions)
		if err != nil {
			return err
		}
		source = real
	}
	truths := make([]*nearest, questions)
	for i := range truths {
		truths[i] = &nearest{query: source()}
	}
	ctx := context.Background()
	component := sqlitedb.Component{Name: "vectors", InHeader: true, Steps: []sqlitedb.Step{func(ctx context.Context, t *sqlitedb.Tx) error {
		return vectorindex.New("bench").Create(ctx, t)
	}}}
	db, err := sqlitedb.Open(ctx, args[0], sqlitedb.Options{Component: component})
	if err != nil {
		return err
	}
	writing, err := write(ctx, db, rows, dims, source, truths)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d rows of %d dimensions written in %.1f s\n", rows, dims, writing.Seconds())
	if err := db.Close(); err != nil {
		return err
	}
	all := make([]Truth, questions)
	for i, t := range truths {
		all[i] = Truth{t.query, t.docs()}
	}
	out, err := os.Create(args[0] + ".truth")
	if err != nil {
		return err
	}
	if err := json.NewEncoder(out).Encode(all); err != nil {
		return err
	}
	return out.Close()
}

// write puts the vectors in, a thousand in a transaction, and returns how long the
// index took for that.
func write(ctx context.Context, db *sqlitedb.DB, rows, dims int, source func() []float32, truths []*nearest) (time.Duration, error) {
	x := vectorindex.New("bench")
	var g vectorindex.Generation
	var took time.Duration
	const atOnce = 1024
	for from := 0; from < rows; from += atOnce {
		var documents []vectorindex.Document
		for i := from; i < min(from+atOnce, rows); i++ {
			v := source()
			documents = append(documents, vectorindex.Document{Number: int64(i), Vectors: [][]float32{v}})
			for _, t := range truths {
				t.see(int64(i), v)
			}
		}
		start := time.Now()
		err := db.Write(ctx, func(ctx context.Context, tx *sqlitedb.Tx) (err error) {
			if from == 0 {
				if g, err = x.Begin(ctx, tx, vectorindex.Generation{Model: "bench", Dims: dims}); err != nil {
					return err
				}
			}
			return x.Put(ctx, tx, g, documents...)
		})
		if err != nil {
			return 0, err
		}
		took += time.Since(start)
	}
	return took, nil
}
