package meaning

import (
	"context"
	"math"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/vectorindex"
)

// Embedded is documents with their vectors, not stored yet.
type Embedded struct {
	model  string
	texts  []Text
	of     []vectorindex.Document // of each text
	unlike vectorindex.Background // asked for where no vector is known
}

// embed asks for the vectors of texts.
func embed(ctx context.Context, e agmem.Embedder, texts []Text) (*Embedded, error) {
	var passages []string
	ends := make([]int, len(texts))
	for i, t := range texts {
		passages = append(passages, t.passages()...)
		ends[i] = len(passages)
	}
	vectors, err := e.EmbedDocuments(ctx, passages)
	if err != nil {
		return nil, err
	}
	if len(vectors) != len(passages) {
		return nil, agmem.Errorf(agmem.Unavailable, "the model %s gave %d vectors for %d texts", e.Model(), len(vectors), len(passages))
	}
	all := &Embedded{model: e.Model(), texts: texts, of: make([]vectorindex.Document, len(texts))}
	for _, v := range vectors {
		if !isFinite(v) {
			clear(v) // it has no direction, and is found by its words alone
		}
	}
	from := 0
	for i, t := range texts {
		all.of[i] = vectorindex.Document{Number: t.Number, Vectors: vectors[from:ends[i]]}
		from = ends[i]
	}
	return all, nil
}

func isFinite(v []float32) bool {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// AreFirst says that no vectors were known when these were made.
func (d *Embedded) AreFirst() bool { return d != nil && d.unlike != vectorindex.Background{} }

// dims is how many dimensions the vectors have, 0 if there are none.
func (d *Embedded) dims() int {
	for _, doc := range d.of {
		for _, v := range doc.Vectors {
			return len(v)
		}
	}
	return 0
}

// unlikeTexts are about as different as texts can be, in two languages and code. What
// a model says of each two of them is what it says of texts that have nothing to do
// with each other.
func unlikeTexts() []string {
	return []string{
		"The migration of the billing tables runs at night.",
		"She prefers tea with milk in the morning.",
		"func add(a, b int) int { return a + b }",
		"Herons nest in tall trees near the river.",
		"The court postponed the hearing until next spring.",
		"我们周末去爬山。",
		"Error 503: upstream connect timeout while reading the response",
		"His grandmother taught him to play the violin.",
	}
}

// unlike asks a model what it says of texts that have nothing in common: each as a
// question, and the others as documents.
func unlike(ctx context.Context, e agmem.Embedder) (vectorindex.Background, error) {
	texts := unlikeTexts()
	documents, err := e.EmbedDocuments(ctx, texts)
	if err != nil {
		return vectorindex.Background{}, err
	}
	var cosines []float64
	for i, text := range texts {
		question, err := e.EmbedQuery(ctx, text)
		if err != nil {
			return vectorindex.Background{}, err
		}
		for j, d := range documents {
			if i != j {
				cosines = append(cosines, vectorindex.Cosine(question, d))
			}
		}
	}
	return vectorindex.BackgroundOf(cosines), nil
}
