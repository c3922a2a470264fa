// Command search asks a database that the command build made, as a whole process,
// and prints the ten documents that it finds.
//
//	search index|exact|empty FILE QUESTION
//
// index is the index, exact compares every vector as it is stored, and empty only
// opens the file.
package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/agmem/agmem/internal/sqlitedb"
	"github.com/agmem/agmem/internal/vectorindex"
)

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "search:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("usage: search index|exact|empty FILE QUESTION")
	}
	raw, err := os.ReadFile(args[2])
	if err != nil {
		return err
	}
	query := make([]float32, len(raw)/4)
	for i := range query {
		query[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	ctx := context.Background()
	steps := make([]sqlitedb.Step, 1)
	db, err := sqlitedb.Open(ctx, args[1], sqlitedb.Options{Component: sqlitedb.Component{Name: "vectors", InHeader: true, Steps: steps}})
	if err != nil {
		return err
	}
	err = db.Read(ctx, func(ctx context.Context, tx *sqlitedb.Tx) error {
		var matches []vectorindex.Match
		switch args[0] {
		case "empty":
		case "exact":
			matches, err = exact(ctx, tx, query)
		default:
			index := vectorindex.New("bench")
			g, _, err := index.Current(ctx, tx)
			if err != nil {
				return err
			}
			s, fits := index.Compare(tx, g, "bench", query)
			if !fits {
				return errors.New("no vectors")
			}
			if matches, _, err = s.Nearest(ctx, asked, nil); err != nil {
				return err
			}
		}
		for _, m := range matches[:min(10, len(matches))] {
			fmt.Fprintln(out, m.Doc)
		}
		return err
	})
	if err != nil {
		return err
	}
	return db.Close()
}

// asked is how many documents a search asks for.
const asked = 15

// exact compares every row.
func exact(ctx context.Context, tx *sqlitedb.Tx, query []float32) ([]vectorindex.Match, error) {
	rows, err := tx.QueryContext(ctx, `SELECT key, vector FROM bench_vector`)
	if err != nil {
		return nil, err
	}
	var all []vectorindex.Match
	var blob []byte
	for rows.Next() {
		var key int64
		if err := rows.Scan(&key, &blob); err != nil {
			return nil, err
		}
		scale := math.Float32frombits(binary.LittleEndian.Uint32(blob))
		var s [8]float32
		values := blob[4:]
		for i := 0; i+8 <= len(query); i += 8 {
			for j := range s {
				s[j] += query[i+j] * float32(int16(binary.LittleEndian.Uint16(values[2*(i+j):])))
			}
		}
		all = append(all, vectorindex.Match{Doc: key & (1<<32 - 1) >> 6,
			Cosine: float64(scale * (s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7]))})
	}
	slices.SortFunc(all, func(a, b vectorindex.Match) int {
		if a.Cosine > b.Cosine {
			return -1
		}
		return 1
	})
	return all, rows.Err()
}
