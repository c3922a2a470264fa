package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/agmem/agmem"
	"github.com/agmem/agmem/internal/embed/bert"
	"github.com/agmem/agmem/internal/embed/static"
)

// model is what gives every text and question a vector. The zero value is none.
type model struct{ agmem.Embedder }

// openModel returns the model of a name: the table in the program for static, a
// local model where the name is a folder, else one of a server.
func openModel(name, url string) (model, error) {
	switch {
	case name == "":
		return model{}, nil
	case name == "static":
		table, err := static.Open()
		return model{table}, err
	case strings.ContainsRune(name, filepath.Separator):
		local, err := bert.Open(name, "")
		return model{local}, err
	}
	return model{server{url, name}}, nil
}

// server is a model of a server that speaks Ollama's /api/embed.
type server struct{ url, name string }

func (m server) Model() string { return m.name }

// questionPrefix is what a model wants before a question.
func (m server) questionPrefix() string {
	if strings.HasPrefix(m.name, "bge") {
		return "Represent this sentence for searching relevant passages: "
	}
	return ""
}

func (m server) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	vectors, err := m.EmbedDocuments(ctx, []string{m.questionPrefix() + text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

func (m server) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
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
	if m.Embedder == nil {
		return agmem.Embedding{}
	}
	return agmem.Embedding{Open: func(context.Context) (agmem.Embedder, error) { return m.Embedder, nil }}
}

// meaning is the vector of a question as a query takes it.
func (m model) meaning(ctx context.Context, question string) (func() *agmem.Vector, error) {
	if m.Embedder == nil {
		return nil, nil
	}
	values, err := m.EmbedQuery(ctx, question)
	return func() *agmem.Vector { return &agmem.Vector{Model: m.Model(), Values: values, Trust: m.trust()} }, err
}

func (m model) trust() float64 {
	if t, ok := m.Embedder.(agmem.Trusted); ok {
		return t.Trust()
	}
	return 1
}
