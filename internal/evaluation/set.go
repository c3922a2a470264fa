package evaluation

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
)

// Set is questions with the documents that they are asked of.
type Set struct {
	Questions []Question
	// Documents are those of each group; nil where the set has none of its own, and
	// the questions are asked of a store.
	Documents map[string][]Document
}

// The files of a set.
const (
	questionsFile = "queries.jsonl"
	documentsFile = "corpus.jsonl"
	answersFile   = "qrels.tsv"
	packed        = ".gz" // at the end of the name of a file that is compressed
)

// Read reads a set from its folder, or questions from a file. What is not there is
// NotFound, and what cannot be understood Invalid, with its line.
func Read(path string) (*Set, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	s := &Set{}
	if !info.IsDir() {
		return s, s.readQuestions(path)
	}
	if err := s.readQuestions(filepath.Join(path, questionsFile)); err != nil {
		return nil, err
	}
	if err := s.readDocuments(filepath.Join(path, documentsFile)); err != nil {
		return nil, err
	}
	return s, s.readAnswers(filepath.Join(path, answersFile))
}

func unreadable(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return agmem.Errorf(agmem.NotFound, "there is no %s", path).
			WithHint("a set is a folder with queries.jsonl and qrels.tsv, or a file with questions")
	}
	return agmem.Errorf(agmem.Unavailable, "%s cannot be read: %v", path, err)
}

func (s *Set) readQuestions(path string) error {
	err := lines(path, func(n int, r row) error {
		q, err := r.question(n)
		s.Questions = append(s.Questions, q)
		return err
	})
	if e, ok := errors.AsType[*agmem.Error](err); ok && e.Hint == "" {
		return e.WithHint(`each line is an object such as {"query": "how do we deploy", "must": ["make ship"]}`)
	}
	if err == nil && len(s.Questions) == 0 {
		return agmem.Errorf(agmem.Invalid, "there are no questions in %s", path)
	}
	return err
}

// readDocuments reads the documents, if there are any.
func (s *Set) readDocuments(path string) error {
	for _, name := range []string{path, path + packed} {
		_, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		s.Documents = make(map[string][]Document)
		return lines(name, func(_ int, d Document) error {
			s.Documents[string(d.Group)] = append(s.Documents[string(d.Group)], d)
			return d.check()
		})
	}
	return nil
}

// lines calls yield for every value of a file of JSON Lines, with the number of its
// line.
func lines[T any](path string, yield func(line int, v T) error) error {
	f, err := os.Open(path)
	if err != nil {
		return unreadable(path, err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(path, packed) {
		if r, err = gzip.NewReader(f); err != nil {
			return agmem.Errorf(agmem.Invalid, "%s is not compressed as its name says: %v", path, err)
		}
	}
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxLine)
	n := 0
	for in.Scan() {
		n++
		if strings.TrimSpace(in.Text()) == "" {
			continue
		}
		var v T
		if err := json.Unmarshal(in.Bytes(), &v); err != nil {
			return agmem.Errorf(agmem.Invalid, "%s:%d is not what a set has: %v", path, n, err)
		}
		if err := yield(n, v); err != nil {
			return at(path, n, err)
		}
	}
	if err := in.Err(); err != nil {
		return agmem.Errorf(agmem.Invalid, "%s:%d cannot be read: %v", path, n+1, err)
	}
	return nil
}

// at says in an error where it is.
func at(path string, line int, err error) error {
	var e *agmem.Error
	if !errors.As(err, &e) {
		return err
	}
	there := *e
	there.Message = fmt.Sprintf("%s:%d: %s", path, line, e.Message)
	return &there
}

// maxLine is the longest line of a file, in bytes: as long as the longest memory,
// however its characters are written.
const maxLine = 64 << 20

// readAnswers reads which documents answer which question, if the file is there.
func (s *Set) readAnswers(path string) error {
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return unreadable(path, err)
	}
	place := make(map[string]int, len(s.Questions))
	for i, q := range s.Questions {
		place[q.ID] = i
	}
	n := 0
	for line := range strings.Lines(string(raw)) {
		n++
		f := strings.Fields(line)
		switch {
		case len(f) == 0 || f[0] == "query-id":
			continue
		case len(f) != 3:
			return agmem.Errorf(agmem.Invalid, "%s:%d has %d columns", path, n, len(f)).
				WithHint("the columns are query-id, corpus-id and score")
		case f[2] == "0":
			continue
		}
		if i, known := place[f[0]]; known {
			s.Questions[i].Gold = append(s.Questions[i].Gold, f[1])
		}
	}
	return nil
}
