// Command sizes says what a database of agmem's takes on disk, and what of it
// the text index takes.
//
//	sizes -out FACTS -set NAME -docs NUMBER DATABASE
package main

import (
	"database/sql"
	"flag"
	"fmt"
	"net/url"
	"os"
	"strings"

	_ "modernc.org/sqlite" // the driver of the database

	"github.com/agmem/agmem/bench/speed/result"
)

func main() {
	out := flag.String("out", "", "`FILE` of facts to add to")
	set := flag.String("set", "", "`NAME` of what is measured")
	docs := flag.Float64("docs", 1, "`NUMBER` of memories in it")
	flag.Parse()
	if flag.NArg() != 1 || *out == "" {
		fmt.Fprintln(os.Stderr, "usage: sizes -out FACTS -set NAME -docs NUMBER DATABASE")
		os.Exit(2)
	}
	facts, err := measure(flag.Arg(0), *docs)
	for i := range facts {
		facts[i].Set = *set
	}
	if err == nil {
		err = result.Append(*out, facts...)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sizes:", err)
		os.Exit(1)
	}
}

// measure returns the bytes per memory of the file, of its tables and of its
// text index.
func measure(path string, docs float64) (facts []result.Fact, err error) {
	file := url.URL{Scheme: "file", Opaque: path, RawQuery: "mode=ro"}
	db, err := sql.Open("sqlite", file.String())
	if err != nil {
		return nil, err
	}
	defer db.Close()
	rows, err := db.Query(`SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var whole, index float64
	var tables []string
	for rows.Next() {
		var name string
		var bytes float64
		if err := rows.Scan(&name, &bytes); err != nil {
			return nil, err
		}
		whole += bytes
		if strings.HasPrefix(name, "memory_text_") {
			index += bytes
		}
		if len(tables) < 8 {
			tables = append(tables, fmt.Sprintf("%s %.0f", name, bytes/docs))
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	return []result.Fact{
		{Name: "bytes of the file per memory", Value: float64(info.Size()) / docs},
		{Name: "bytes in use per memory", Value: whole / docs},
		{Name: "bytes of the text index per memory", Value: index / docs},
		{Name: "largest tables and indexes, bytes per memory", Text: strings.Join(tables, ", ")},
	}, rows.Err()
}
