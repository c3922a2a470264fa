package fileindex_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/fileindex"
	"github.com/agmem/agmem/internal/recall"
)

// vault is a folder that is in memory.
type vault struct {
	files     []fileindex.File
	documents map[string][]fileindex.Document
	reads     int
}

func (v *vault) Files(context.Context) ([]fileindex.File, error) { return v.files, nil }

func (v *vault) Read(_ context.Context, f fileindex.File) (iter.Seq[fileindex.Document], error) {
	v.reads++
	return slices.Values(v.documents[f.Name]), nil
}

// newVault returns files with short documents in them.
func newVault(files, each int) *vault {
	random := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 20_000)
	for i := range words {
		for range 2 + random.IntN(3) {
			words[i] += string("bdfgklmnprst"[random.IntN(12)]) + string("aeiou"[random.IntN(5)])
		}
	}
	zipf := rand.NewZipf(random, 1.1, 8, uint64(len(words)-1))
	v := &vault{documents: make(map[string][]fileindex.Document)}
	for i := range files {
		name := fmt.Sprintf("notes/file-%06d.md", i)
		v.files = append(v.files, fileindex.File{Name: name, Stamp: fileindex.Stamp{Size: 100, MTime: 1e18 + 1, Inode: uint64(i)}})
		for j := range each {
			var text strings.Builder
			for range 30 {
				text.WriteString(words[zipf.Uint64()] + " ")
			}
			v.documents[name] = append(v.documents[name], fileindex.Document{
				Key: fmt.Sprintf("key%05d", j), Text: recall.Document{Content: text.String()},
				CreatedAt: agmem.Instant(i + j),
			})
		}
	}
	return v
}

func shapes(b *testing.B, run func(b *testing.B, v *vault)) {
	for _, shape := range []struct{ files, each int }{{1, 10_000}, {10_000, 1}, {100_000, 1}} {
		b.Run(fmt.Sprintf("%dx%d", shape.files, shape.each), func(b *testing.B) { run(b, newVault(shape.files, shape.each)) })
	}
}

func search(b *testing.B, path string, v *vault) {
	b.Helper()
	x := fileindex.New(path, v, fileindex.Options{})
	found, err := x.Search(b.Context(), agmem.Query{Text: "bada kilo", Limit: 10})
	if err != nil || len(found) == 0 {
		b.Fatal(len(found), err)
	}
	if err := x.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkBuild is a first search.
func BenchmarkBuild(b *testing.B) {
	shapes(b, func(b *testing.B, v *vault) {
		for i := range b.N {
			start := time.Now()
			search(b, filepath.Join(b.TempDir(), fmt.Sprint(i)), v)
			b.ReportMetric(float64(len(v.files)*len(v.documents[v.files[0].Name]))/time.Since(start).Seconds(), "documents/s")
		}
	})
}

// BenchmarkUnchanged is a search in an index that is opened, where nothing has
// changed.
func BenchmarkUnchanged(b *testing.B) {
	shapes(b, func(b *testing.B, v *vault) {
		path := filepath.Join(b.TempDir(), "index")
		search(b, path, v)
		for b.Loop() {
			search(b, path, v)
		}
	})
}

// BenchmarkOneChanged is a search after one document was changed.
func BenchmarkOneChanged(b *testing.B) {
	shapes(b, func(b *testing.B, v *vault) {
		path := filepath.Join(b.TempDir(), "index")
		search(b, path, v)
		for b.Loop() {
			f := &v.files[len(v.files)/2]
			d := v.documents[f.Name]
			d[len(d)/2].Text.Content += "x"
			f.Stamp.MTime++
			search(b, path, v)
		}
	})
}
