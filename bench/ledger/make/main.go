// Command make writes what fills a ledger and what is asked of it, from a corpus
// of bench/speed/corpus.
//
//	make CORPUS DIR
//
// It writes the inputs of sync-turn that hold the texts of the corpus, a thousand
// in each, and inputs of remember, search and context-pack. Beside them is a list
// of the files of each kind, one a line: fill.tsv, new.tsv, rare.tsv,
// common.tsv and question.tsv. The last three serve search and context-pack alike.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: make CORPUS DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

func run(corpus, dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := writeFill(corpus, dir); err != nil {
		return err
	}
	field := map[string]string{"new": "content", "rare": "query", "common": "query", "question": "query"}
	for kind, name := range field {
		if err := writeInputs(corpus, dir, kind, name); err != nil {
			return err
		}
	}
	return nil
}

// batch is how many messages one sync-turn appends.
const batch = 1000

type metadata struct {
	Session string `json:"session_id"`
}

type message struct {
	Role     string   `json:"role"`
	Content  string   `json:"content"`
	Metadata metadata `json:"metadata"`
}

// memory is a text of the corpus.
type memory struct {
	Content string `json:"content"`
	Origin  struct {
		Session string `json:"session"`
	} `json:"origin"`
}

func writeFill(corpus, dir string) error {
	f, err := os.Open(filepath.Join(corpus, "memories.jsonl"))
	if err != nil {
		return err
	}
	defer f.Close()
	files := inputs{dir: dir, kind: "fill"}
	var messages []message
	write := func() error {
		if len(messages) == 0 {
			return nil
		}
		err := files.add(map[string]any{"messages": messages})
		messages = nil
		return err
	}
	for dec := json.NewDecoder(bufio.NewReaderSize(f, 1<<20)); ; {
		var m memory
		if err := dec.Decode(&m); err == io.EOF {
			return errors.Join(write(), files.list())
		} else if err != nil {
			return err
		}
		messages = append(messages, message{"user", m.Content, metadata{m.Origin.Session}})
		if len(messages) == batch {
			if err := write(); err != nil {
				return err
			}
		}
	}
}

// writeInputs makes an input of the first field of each line of a kind.
func writeInputs(corpus, dir, kind, field string) error {
	lines, err := os.ReadFile(filepath.Join(corpus, kind+".tsv"))
	if err != nil {
		return err
	}
	files := inputs{dir: dir, kind: kind}
	for line := range strings.Lines(string(lines)) {
		text, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if err := files.add(map[string]any{field: text}); err != nil {
			return err
		}
	}
	return files.list()
}

// inputs are the files of a kind.
type inputs struct {
	dir, kind string
	paths     []string
}

func (in *inputs) add(value any) error {
	encoded, err := json.Marshal(value)
	if err != nil {
		return err
	}
	path := filepath.Join(in.dir, fmt.Sprintf("%s-%d.json", in.kind, len(in.paths)))
	in.paths = append(in.paths, path)
	return os.WriteFile(path, encoded, 0o600)
}

func (in *inputs) list() error {
	return os.WriteFile(filepath.Join(in.dir, in.kind+".tsv"), []byte(strings.Join(in.paths, "\n")+"\n"), 0o600)
}
