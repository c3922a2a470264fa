// Command make writes the banks that are measured.
//
//	make DIR
//
// DIR gets a folder for each set of banks, ready to be a home folder, and the
// file sets that names them: `FOLDER KEY-IN-THE-MIDDLE BYTES` a line.
package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agmem/agmem/internal/banks"
	"github.com/agmem/agmem/internal/banks/bankfile"
	"github.com/agmem/agmem/internal/banks/bankfolder"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: make DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

// set is a bank that is measured.
type set struct {
	folder   string
	keys     int
	words    int // of the text of a value
	compress bool
}

func sets() []set {
	return []set{
		{folder: "1", keys: 1, words: 8},
		{folder: "1000", keys: 1000, words: 8},
		{folder: "5000", keys: 5000, words: 8},
		{folder: "10000", keys: 10_000, words: 8},
		{folder: "10MB", keys: 9_000, words: 113},
		{folder: "10MB-gzip", keys: 9_000, words: 113, compress: true},
	}
}

func run(dir string) error {
	var lines strings.Builder
	for _, s := range sets() {
		size, err := s.write(filepath.Join(dir, s.folder, ".config", "slop-mcp", "memory"))
		if err != nil {
			return fmt.Errorf("%s: %w", s.folder, err)
		}
		fmt.Fprintf(&lines, "%s %s %d\n", s.folder, key(s.keys/2), size)
	}
	return os.WriteFile(filepath.Join(dir, "sets"), []byte(lines.String()), 0o600)
}

func key(i int) string { return fmt.Sprintf("task-%05d", i) }

func (s set) write(folder string) (size int64, err error) {
	random := rand.New(rand.NewPCG(uint64(s.keys), uint64(s.words)))
	at := time.Date(2027, 1, 15, 10, 0, 0, 0, time.UTC)
	f := bankfolder.New(folder, banks.UserScope, bankfolder.Options{Compress: func() (bool, error) { return s.compress, nil }})
	err = f.Change(context.Background(), "bench", true, func(b *bankfile.Bank, _ bool) error {
		for i := range s.keys {
			at = at.Add(time.Minute)
			value := fmt.Appendf(nil, `{"title": "task %d", "done": %t, "priority": %d, "text": %q, "files": ["cmd/main.go", "internal/%s.go"], "count": 0}`,
				i, random.IntN(2) == 0, random.IntN(5), text(random, s.words), word(random))
			b.Put(banks.Entry{Key: key(i), Value: value, CreatedAt: at, UpdatedAt: at})
		}
		return nil
	})
	_, size, statErr := f.Stat("bench")
	return size, errors.Join(err, statErr)
}

func text(random *rand.Rand, words int) string {
	var b strings.Builder
	for range words {
		b.WriteString(word(random))
		b.WriteByte(' ')
	}
	return b.String()
}

// word makes one up: six letters on average, and some that are frequent.
func word(random *rand.Rand) string {
	const syllables = "ba ce di fo gu ka le mi no pu ra se ti vo zu"
	all := strings.Fields(syllables)
	var b strings.Builder
	for range 2 + random.IntN(3) {
		b.WriteString(all[int(float64(len(all))*random.Float64()*random.Float64())])
	}
	return b.String()
}
