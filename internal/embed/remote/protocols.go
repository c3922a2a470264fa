package remote

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/agmem/agmem/internal/embed"
)

// vector is one vector of an answer. A null in it, which some services write for
// a value that is not a number, would be read as 0.
type vector []float32

// UnmarshalJSON refuses what is not a list of numbers.
func (v *vector) UnmarshalJSON(text []byte) error {
	if bytes.IndexByte(text, 'n') >= 0 {
		return errors.New("a vector has a value that is not a number")
	}
	return json.Unmarshal(text, (*[]float32)(v))
}

func miscounted(vectors, texts int) error {
	return fmt.Errorf("it returned %d vectors for %d texts", vectors, texts)
}

// bearer is the header that most services want.
func bearer(k embed.Key) (name, value string) {
	if k == "" {
		return "", ""
	}
	return "Authorization", "Bearer " + k.Reveal()
}

// ollama speaks POST /api/embed.
type ollama struct{ embed.Service }

func (o ollama) path() string             { return "/api/embed" }
func (o ollama) header() (string, string) { return bearer(o.Key) }
func (o ollama) most() (int, int)         { return 32, 128 << 10 } // it works through them one by one

func (o ollama) body(texts []string, _ purpose) any {
	return struct {
		Model      string   `json:"model"`
		Input      []string `json:"input"`
		Truncate   bool     `json:"truncate"`
		Dimensions int      `json:"dimensions,omitempty"`
	}{o.Model, texts, true, o.Asked}
}

func (o ollama) vectors(answer []byte, _ int) ([]vector, error) {
	var a struct {
		Embeddings []vector `json:"embeddings"`
	}
	return a.Embeddings, decode(answer, &a)
}

// openAI speaks POST /v1/embeddings.
type openAI struct{ embed.Service }

func (o openAI) path() string {
	u, err := url.Parse(o.URL)
	switch {
	case err == nil && strings.HasSuffix(u.Path, "/embeddings"):
		return ""
	case err == nil && u.Path == "":
		return "/v1/embeddings"
	}
	return "/embeddings"
}

func (o openAI) header() (string, string) { return bearer(o.Key) }
func (o openAI) most() (int, int)         { return 128, 256 << 10 }

func (o openAI) body(texts []string, _ purpose) any {
	return struct {
		Model      string   `json:"model"`
		Input      []string `json:"input"`
		Format     string   `json:"encoding_format"`
		Dimensions int      `json:"dimensions,omitempty"`
	}{o.Model, texts, "float", o.Asked}
}

// vectors puts what the service numbers into the order of the numbers.
func (o openAI) vectors(answer []byte, n int) ([]vector, error) {
	var a struct {
		Data []struct {
			Index     *int   `json:"index"`
			Embedding vector `json:"embedding"`
		} `json:"data"`
	}
	if err := decode(answer, &a); err != nil {
		return nil, err
	}
	if len(a.Data) != n {
		return nil, miscounted(len(a.Data), n)
	}
	all := make([]vector, n)
	for i, d := range a.Data {
		at := i
		if d.Index != nil {
			at = *d.Index
		}
		if at < 0 || at >= n || all[at] != nil {
			return nil, fmt.Errorf("it numbered a vector %d where %d were expected, each once", at, n)
		}
		all[at] = d.Embedding
	}
	return all, nil
}

// gemini speaks POST /v1beta/models/MODEL:batchEmbedContents.
type gemini struct{ embed.Service }

func (g gemini) model() string    { return "models/" + strings.TrimPrefix(g.Model, "models/") }
func (g gemini) most() (int, int) { return 100, 128 << 10 }

func (g gemini) path() string {
	model := url.PathEscape(strings.TrimPrefix(g.Model, "models/"))
	return "/v1beta/models/" + model + ":batchEmbedContents"
}

// header is not a part of the URL, which ends up in logs.
func (g gemini) header() (string, string) {
	if g.Key == "" {
		return "", ""
	}
	return "x-goog-api-key", g.Key.Reveal()
}

type geminiPart struct {
	Text string `json:"text"`
}

type geminiContent struct {
	Parts []geminiPart `json:"parts"`
}

type geminiRequest struct {
	Model      string        `json:"model"`
	Content    geminiContent `json:"content"`
	Task       string        `json:"taskType"`
	Dimensions int           `json:"outputDimensionality,omitempty"`
}

func (g gemini) body(texts []string, use purpose) any {
	task := "RETRIEVAL_DOCUMENT"
	if use == question {
		task = "RETRIEVAL_QUERY"
	}
	requests := make([]geminiRequest, len(texts))
	for i, text := range texts {
		requests[i] = geminiRequest{g.model(), geminiContent{[]geminiPart{{text}}}, task, g.Asked}
	}
	return map[string]any{"requests": requests}
}

func (g gemini) vectors(answer []byte, _ int) ([]vector, error) {
	var a struct {
		Embeddings []struct {
			Values vector `json:"values"`
		} `json:"embeddings"`
	}
	if err := decode(answer, &a); err != nil {
		return nil, err
	}
	all := make([]vector, len(a.Embeddings))
	for i, e := range a.Embeddings {
		all[i] = e.Values
	}
	return all, nil
}
