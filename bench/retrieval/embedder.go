package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/agmem/agmem"
)

// model is an embedder that a server gives which speaks Ollama's /api/embed. The
// zero value is none.
type model struct{ url, name string }

func (m model) Model() string { return m.name }

// questionPrefix is what a model wants before a question.
func (m model) questionPrefix() string {
	if strings.HasPrefix(m.name, "bge") {
		return "Represent this sentence for searching relevant passages: "
	}
	return ""
}

func (m model) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	vectors, err := m.EmbedDocuments(ctx, []string{m.questionPrefix() + text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

func (m model) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	body, err := json.Marshal(map[string]any{"model": m.name, "input": texts})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, m.url+"/api/embed", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var read struct {
		Embeddings [][]float32 `json:"embeddings"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&read); err != nil {
		return nil, fmt.Errorf("%s: %w", m.url, err)
	}
	if len(read.Embeddings) != len(texts) {
		return nil, fmt.Errorf("%s: %s and %d vectors for %d texts", m.url, answer.Status, len(read.Embeddings), len(texts))
	}
	return read.Embeddings, nil
}

// embedding is the model as a store takes it.
func (m model) embedding() agmem.Embedding {
	if m.name == "" {
		return agmem.Embedding{}
	}
	return agmem.Embedding{Open: func(context.Context) (agmem.Embedder, error) { return m, nil }}
}

// meaning is the vector of a question as a query takes it.
func (m model) meaning(ctx context.Context, question string) (func() *agmem.Vector, error) {
	if m.name == "" {
		return nil, nil
	}
	values, err := m.EmbedQuery(ctx, question)
	return func() *agmem.Vector { return &agmem.Vector{Model: m.name, Values: values} }, err
}
