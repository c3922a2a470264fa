package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
)

const (
	latent   = 64
	clusters = 3000
)

// made returns what makes one vector after the other, of length 1.
func made(dims int) func() []float32 {
	r := rand.New(rand.NewPCG(14, 4))
	gauss := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		return v
	}
	const touches = 8 // dimensions of the latent space go into each eighth dimension
	projection := gauss(latent * dims / touches)
	noise := gauss(1 << 20)
	offset := gauss(dims)
	centres := make([][]float32, clusters)
	for i := range centres {
		centres[i] = gauss(latent)
	}
	return func() []float32 {
		v := make([]float32, dims)
		centre, inside, n := centres[r.IntN(clusters)], noise[r.IntN(len(noise)-latent):], noise[r.IntN(len(noise)-dims):]
		for i := range v {
			v[i] = 1.2*offset[i] + 0.8*n[i]
		}
		for l := range latent {
			z := centre[l] + 0.6*inside[l]
			part := projection[l*(dims/touches):]
			for i, j := (l*5)%touches, 0; i < dims; i, j = i+touches, j+1 {
				v[i] += z * part[j]
			}
		}
		return unit(v)
	}
}

func unit(v []float32) []float32 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// embedded returns what gives the vectors of n texts, of those at the end of the
// file first, so that they can be the questions.
func embedded(url, model, path string, n int) (func() []float32, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var texts []string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() && len(texts) < n {
		texts = append(texts, lines.Text())
	}
	if len(texts) < n {
		return nil, errors.New("the file has too few texts")
	}
	slices.Reverse(texts)
	var all [][]float32
	for part := range slices.Chunk(texts, 64) {
		vectors, err := embed(url, model, part)
		if err != nil {
			return nil, err
		}
		all = append(all, vectors...)
	}
	next := 0
	return func() []float32 { next++; return unit(all[next-1]) }, nil
}

func embed(url, model string, texts []string) ([][]float32, error) {
	body, err := json.Marshal(map[string]any{"model": model, "input": texts})
	if err != nil {
		return nil, err
	}
	answer, err := http.Post(url+"/api/embed", "application/json", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var got struct{ Embeddings [][]float32 }
	if err := json.NewDecoder(answer.Body).Decode(&got); err != nil {
		return nil, err
	}
	if len(got.Embeddings) != len(texts) {
		return nil, errors.New("the server gave another number of vectors: " + answer.Status)
	}
	return got.Embeddings, nil
}

// nearest keeps the ten best of what it sees.
type nearest struct {
	query []float32
	best  []seen
}

type seen struct {
	doc    int64
	cosine float32
}

func (n *nearest) see(doc int64, v []float32) {
	var s0, s1, s2, s3 float32
	for i := 0; i+4 <= len(v); i += 4 {
		s0 += v[i] * n.query[i]
		s1 += v[i+1] * n.query[i+1]
		s2 += v[i+2] * n.query[i+2]
		s3 += v[i+3] * n.query[i+3]
	}
	c := s0 + s1 + s2 + s3
	if len(n.best) == 10 && c <= n.best[9].cosine {
		return
	}
	n.best = append(n.best, seen{doc, c})
	slices.SortFunc(n.best, func(a, b seen) int { return cmp.Compare(b.cosine, a.cosine) })
	n.best = n.best[:min(10, len(n.best))]
}

func (n *nearest) docs() []int64 {
	docs := make([]int64, len(n.best))
	for i, s := range n.best {
		docs[i] = s.doc
	}
	return docs
}
